using System;
using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Ledger.Core;

namespace Ledger.Rates;

/// <summary>Looks up exchange rates and remembers them for a while.</summary>
public class RateClient
{
    internal const int MaxAttempts = 3;
    private const int DelayMilliseconds = 400;
    private static readonly TimeSpan Lifetime = TimeSpan.FromMinutes(15);

    private readonly HttpClient http;
    private readonly TimeProvider clock;
    private readonly ConcurrentDictionary<string, (decimal Rate, DateTimeOffset At)> known = new();

    public RateClient(HttpClient http, TimeProvider clock)
    {
        this.http = http;
        this.clock = clock;
    }

    /// <summary>Converts an amount; an amount already in the wanted currency is returned as it is.</summary>
    public async Task<Money> ConvertAsync(Money amount, string currency, CancellationToken token = default)
    {
        if (amount.Currency == currency)
        {
            return amount;
        }
        var rate = await RateAsync(amount.Currency, currency, token);
        return Money.FromDecimal(amount.Cents / 100m * rate, currency);
    }

    protected virtual async Task<decimal> RateAsync(string from, string to, CancellationToken token)
    {
        var pair = from + to;
        if (known.TryGetValue(pair, out var entry) && clock.GetUtcNow() - entry.At < Lifetime)
        {
            return entry.Rate;
        }
        var rate = await DownloadAsync(pair, token);
        known[pair] = (rate, clock.GetUtcNow());
        return rate;
    }

    public void Forget() => known.Clear();

    private async Task<decimal> DownloadAsync(string pair, CancellationToken token)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                using var response = await http.GetAsync("rates/" + pair, token);
                if (response.StatusCode == HttpStatusCode.NotFound)
                {
                    throw new LedgerException($"no rate for {pair}");
                }
                response.EnsureSuccessStatusCode();
                var text = await response.Content.ReadAsStringAsync(token);
                return decimal.Parse(text, CultureInfo.InvariantCulture);
            }
            catch (HttpRequestException) when (attempt < MaxAttempts)
            {
                await Task.Delay(DelayMilliseconds * attempt, token);
            }
        }
    }
}

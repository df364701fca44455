using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Ledger.Core;
using Ledger.Rates;

namespace Ledger.Reports;

/// <summary>Balances of accounts in one currency.</summary>
public sealed class BalanceReport
{
    private readonly RateClient rates;
    private readonly string currency;
    private readonly List<(Account Account, Money Value)> rows = new();

    public BalanceReport(RateClient rates, string currency)
    {
        this.rates = rates;
        this.currency = currency;
    }

    public Money Total => rows.Aggregate(Money.Zero(currency), (sum, row) => sum.Plus(row.Value));

    /// <summary>Adds an account unless it is closed.</summary>
    public async Task AddAsync(Account account)
    {
        if (account.IsClosed)
        {
            return;
        }
        rows.Add((account, await rates.ConvertAsync(account.Balance, currency)));
    }

    public async Task AddAsync(IEnumerable<Account> accounts)
    {
        foreach (var account in accounts)
        {
            await AddAsync(account);
        }
    }

    /// <summary>Writes the rows, largest value first, and the total.</summary>
    public void Write(TextWriter output)
    {
        foreach (var (account, value) in rows.OrderByDescending(row => row.Value))
        {
            output.WriteLine($"{account.Name,-30}{value,16}");
        }
        output.WriteLine($"{"Total",-30}{Total,16}");
    }

    /// <summary>Share of one account in the total, in percent; 0 if the total is zero.</summary>
    public double SharePercent(string name)
    {
        if (Total.Cents == 0)
        {
            return 0;
        }
        var cents = rows.Where(row => row.Account.Name == name).Sum(row => row.Value.Cents);
        return 100.0 * cents / Total.Cents;
    }
}

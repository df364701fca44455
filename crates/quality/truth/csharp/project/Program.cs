using System;
using System.IO;
using System.Net.Http;
using System.Threading.Tasks;
using Ledger.Core;
using Ledger.Import;
using Ledger.Rates;
using Ledger.Reports;
using Ledger.Storage;
using Microsoft.Extensions.Logging.Abstractions;

namespace Ledger;

internal static class Program
{
    private const int ExitUsage = 2;

    private static async Task<int> Main(string[] args)
    {
        if (args.Length < 1)
        {
            Console.Error.WriteLine("usage: ledger JOURNAL [STATEMENT.csv]");
            return ExitUsage;
        }
        using var journal = new JournalFile(args[0]);
        var book = new Book(journal);
        var bank = book.Open("bank", AccountKind.Asset);
        var suspense = book.Open("suspense", AccountKind.Expense);
        await book.ReplayAsync();
        if (args.Length > 1)
        {
            var importer = new CsvImporter(book, NullLogger<CsvImporter>.Instance);
            var result = await importer.ImportAsync(args[1], bank.Name);
            Console.WriteLine($"{result.Posted} posted, {result.Skipped} skipped");
        }
        var report = new BalanceReport(CreateRates(), "EUR");
        await report.AddAsync(new[] { bank, suspense });
        report.Write(Console.Out);
        return 0;
    }

    private static RateClient CreateRates()
    {
        var http = new HttpClient { BaseAddress = new Uri("http://rates.example/"), Timeout = TimeSpan.FromSeconds(8) };
        return new RateClient(http, TimeProvider.System);
    }
}

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;
using Ledger.Core;
using Microsoft.Extensions.Logging;

namespace Ledger.Import;

/// <summary>What an import did.</summary>
public sealed record ImportResult(int Posted, int Skipped);

/// <summary>Imports bank statements with the columns date, text and amount.</summary>
public sealed class CsvImporter
{
    private const char Separator = ';';
    private const string SuspenseAccount = "suspense";

    private readonly Book book;
    private readonly ILogger<CsvImporter> logger;

    public int MaxLines { get; init; } = 10_000;

    public CsvImporter(Book book, ILogger<CsvImporter> logger)
    {
        this.book = book;
        this.logger = logger;
    }

    /// <summary>Posts each line against the suspense account; lines that cannot be read are skipped.</summary>
    public async Task<ImportResult> ImportAsync(string path, string account)
    {
        var posted = 0;
        var skipped = 0;
        foreach (var line in ReadLines(path))
        {
            try
            {
                await book.PostAsync(ParseLine(line, account));
                posted++;
            }
            catch (FormatException problem)
            {
                logger.LogWarning(problem, "skipped a line of {Path}", path);
                skipped++;
            }
        }
        return new ImportResult(posted, skipped);
    }

    /// <summary>Reads one line.</summary>
    internal static Transaction ParseLine(string line, string account)
    {
        var columns = line.Split(Separator);
        if (columns.Length != 3)
        {
            throw new FormatException("expected three columns");
        }
        var date = DateOnly.ParseExact(columns[0], "dd.MM.yyyy", CultureInfo.InvariantCulture);
        var amount = Money.FromDecimal(decimal.Parse(columns[2], CultureInfo.InvariantCulture), "EUR");
        var postings = new List<Posting> { new(account, amount), new(SuspenseAccount, amount.Negate()) };
        return new Transaction(Guid.NewGuid(), date, columns[1].Trim(), postings);
    }

    // The first line holds the names of the columns.
    private IEnumerable<string> ReadLines(string path)
    {
        var number = 0;
        foreach (var line in File.ReadLines(path))
        {
            number++;
            if (number > MaxLines)
            {
                throw new LedgerException($"more than {MaxLines} lines");
            }
            if (number > 1)
            {
                yield return line;
            }
        }
    }
}

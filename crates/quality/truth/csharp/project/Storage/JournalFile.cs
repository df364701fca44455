using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Ledger.Core;

namespace Ledger.Storage;

/// <summary>Append-only file with one JSON document on each line.</summary>
public sealed class JournalFile : IDisposable
{
    public const string Extension = ".journal";

    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(10);

    private readonly string path;
    private readonly SemaphoreSlim writer = new(1, 1);

    public JournalFile(string path)
    {
        if (!path.EndsWith(Extension, StringComparison.Ordinal))
        {
            throw new ArgumentException("journal files end in " + Extension, nameof(path));
        }
        this.path = path;
    }

    /// <summary>Appends one line; writers wait for each other.</summary>
    /// <exception cref="TimeoutException">Another writer held the file for too long.</exception>
    public async Task AppendAsync(Transaction transaction, CancellationToken token)
    {
        if (!await writer.WaitAsync(LockTimeout, token))
        {
            throw new TimeoutException("journal is busy");
        }
        try
        {
            var line = JsonSerializer.Serialize(transaction) + "\n";
            await File.AppendAllTextAsync(path, line, token);
        }
        finally
        {
            writer.Release();
        }
    }

    /// <summary>Reads the transactions in file order and skips blank lines.</summary>
    public async IAsyncEnumerable<Transaction> ReadAsync([EnumeratorCancellation] CancellationToken token = default)
    {
        if (!File.Exists(path))
        {
            yield break;
        }
        await foreach (var line in File.ReadLinesAsync(path, token))
        {
            if (line.Length == 0)
            {
                continue;
            }
            yield return JsonSerializer.Deserialize<Transaction>(line)
                ?? throw new LedgerException("empty record in journal");
        }
    }

    /// <summary>Copies the journal next to itself with the date in its name and returns the new path.</summary>
    public string Backup(DateOnly date)
    {
        var target = $"{path}.{date:yyyyMMdd}.bak";
        File.Copy(path, target, overwrite: false);
        return target;
    }

    public void Dispose() => writer.Dispose();
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Ledger.Storage;

namespace Ledger.Core;

/// <summary>All accounts and transactions of one set of books.</summary>
public sealed class Book
{
    private readonly object gate = new();
    private readonly Dictionary<string, Account> accounts = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<Transaction> transactions = new();
    private readonly JournalFile journal;

    /// <summary>Raised after a transaction was posted.</summary>
    public event EventHandler<Transaction>? Posted;

    public Book(JournalFile journal)
    {
        this.journal = journal;
    }

    public Account Open(string name, AccountKind kind, string currency = "EUR")
    {
        lock (gate)
        {
            if (accounts.ContainsKey(name))
            {
                throw new LedgerException($"account {name} exists");
            }
            var account = new Account(name, kind, currency);
            accounts.Add(name, account);
            return account;
        }
    }

    /// <summary>Finds an account, or null if there is none of that name.</summary>
    public Account? Find(string name)
    {
        lock (gate)
        {
            return accounts.GetValueOrDefault(name);
        }
    }

    /// <summary>Validates a transaction, appends it to the journal and updates the balances.</summary>
    public async Task PostAsync(Transaction transaction, CancellationToken token = default)
    {
        transaction.Validate();
        RequireAccounts(transaction);
        await journal.AppendAsync(transaction, token);
        Record(transaction);
        Posted?.Invoke(this, transaction);
    }

    /// <summary>Replays the journal into memory and returns the number of transactions.</summary>
    public async Task<int> ReplayAsync(CancellationToken token = default)
    {
        var count = 0;
        await foreach (var transaction in journal.ReadAsync(token))
        {
            Record(transaction);
            count++;
        }
        return count;
    }

    public IReadOnlyList<Transaction> Between(DateOnly first, DateOnly last)
    {
        lock (gate)
        {
            return transactions
                .Where(transaction => transaction.Date >= first && transaction.Date <= last)
                .OrderBy(transaction => transaction.Date)
                .ToList();
        }
    }

    [Obsolete("Use Between.")]
    public IEnumerable<Transaction> All() => transactions;

    private void RequireAccounts(Transaction transaction)
    {
        foreach (var posting in transaction.Postings)
        {
            if (Find(posting.Account) is null)
            {
                throw new LedgerException($"unknown account {posting.Account}");
            }
        }
    }

    private void Record(Transaction transaction)
    {
        lock (gate)
        {
            foreach (var posting in transaction.Postings)
            {
                accounts[posting.Account].Apply(posting.Amount);
            }
            transactions.Add(transaction);
        }
    }
}

using System;

namespace Ledger.Core;

public enum AccountKind
{
    Asset,
    Liability,
    Income,
    Expense,
}

/// <summary>An account with a running balance.</summary>
public sealed class Account
{
    /// <summary>Longest name in characters.</summary>
    public const int MaxNameLength = 64;

    public string Name { get; }
    public AccountKind Kind { get; }
    public Money Balance { get; private set; }
    public bool IsClosed { get; private set; }

    public Account(string name, AccountKind kind, string currency)
    {
        if (string.IsNullOrWhiteSpace(name) || name.Length > MaxNameLength)
        {
            throw new ArgumentException("invalid account name", nameof(name));
        }
        Name = name;
        Kind = kind;
        Balance = Money.Zero(currency);
    }

    internal void Apply(Money amount)
    {
        if (IsClosed)
        {
            throw new LedgerException($"account {Name} is closed");
        }
        Balance = Balance.Plus(amount);
    }

    /// <summary>Closes the account, which must have a balance of zero.</summary>
    public void Close()
    {
        if (Balance.Cents != 0)
        {
            throw new LedgerException($"account {Name} still holds {Balance}");
        }
        IsClosed = true;
    }

    /// <summary>Whether a positive balance is the normal state of this kind of account.</summary>
    public bool IsDebitNormal() => Kind is AccountKind.Asset or AccountKind.Expense;
}

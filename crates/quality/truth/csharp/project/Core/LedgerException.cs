using System;

namespace Ledger.Core;

/// <summary>Base of all errors that the ledger raises.</summary>
public class LedgerException : Exception
{
    public LedgerException(string message) : base(message) { }

    public LedgerException(string message, Exception inner) : base(message, inner) { }
}

public sealed class CurrencyMismatchException : LedgerException
{
    public CurrencyMismatchException(string left, string right)
        : base($"cannot combine {left} and {right}") { }
}

/// <summary>The postings of a transaction do not sum to zero.</summary>
public sealed class UnbalancedException : LedgerException
{
    public Money Difference { get; }

    public UnbalancedException(Money difference) : base($"unbalanced by {difference}")
    {
        Difference = difference;
    }
}

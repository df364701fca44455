using System;
using System.Collections.Generic;
using System.Linq;

namespace Ledger.Core;

/// <summary>One line of a transaction.</summary>
public sealed record Posting(string Account, Money Amount);

/// <summary>A dated set of postings.</summary>
public sealed record Transaction(Guid Id, DateOnly Date, string Text, IReadOnlyList<Posting> Postings)
{
    private const int MinPostings = 2;

    /// <summary>Checks that there are enough postings and that they cancel out.</summary>
    public void Validate()
    {
        if (Postings.Count < MinPostings)
        {
            throw new LedgerException("a transaction needs two postings");
        }
        var sum = Postings.Select(posting => posting.Amount).Aggregate((left, right) => left.Plus(right));
        if (sum.Cents != 0)
        {
            throw new UnbalancedException(sum);
        }
    }

    /// <summary>The opposite transaction, dated as given, that undoes this one.</summary>
    public Transaction Reverse(DateOnly date)
    {
        var mirrored = Postings.Select(posting => posting with { Amount = posting.Amount.Negate() }).ToList();
        return new Transaction(Guid.NewGuid(), date, "Reversal: " + Text, mirrored);
    }

    public bool Touches(string account) => Postings.Any(posting => posting.Account == account);
}

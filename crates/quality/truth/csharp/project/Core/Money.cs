using System;

namespace Ledger.Core;

/// <summary>An amount in minor units (cents) of one currency.</summary>
public readonly record struct Money(long Cents, string Currency) : IComparable<Money>
{
    public static Money Zero(string currency) => new(0, currency);

    /// <summary>Rounds half away from zero to whole cents.</summary>
    public static Money FromDecimal(decimal amount, string currency)
    {
        var cents = Math.Round(amount * 100m, MidpointRounding.AwayFromZero);
        return new Money((long)cents, currency);
    }

    public bool IsNegative => Cents < 0;

    /// <summary>Adds two amounts of the same currency.</summary>
    /// <exception cref="CurrencyMismatchException">The currencies differ.</exception>
    public Money Plus(Money other)
    {
        RequireSame(other);
        return this with { Cents = checked(Cents + other.Cents) };
    }

    public Money Negate() => this with { Cents = -Cents };

    public int CompareTo(Money other)
    {
        RequireSame(other);
        return Cents.CompareTo(other.Cents);
    }

    public override string ToString() => $"{Cents / 100m:0.00} {Currency}";

    private void RequireSame(Money other)
    {
        if (Currency != other.Currency)
        {
            throw new CurrencyMismatchException(Currency, other.Currency);
        }
    }
}

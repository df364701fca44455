<?php

declare(strict_types=1);

namespace Postroom\Errors;

/** An address that cannot be used for delivery. */
final class BadAddress extends \InvalidArgumentException
{
    public static function for(string $text): self
    {
        return new self("not a mail address: $text");
    }
}

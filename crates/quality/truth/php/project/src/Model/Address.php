<?php

declare(strict_types=1);

namespace Postroom\Model;

use Postroom\Errors\BadAddress;

final class Address implements \Stringable
{
    private function __construct(
        public readonly string $local,
        public readonly string $domain,
    ) {
    }

    /**
     * @throws BadAddress if the text has no single "@" with something on both sides
     */
    public static function parse(string $text): self
    {
        $parts = explode('@', trim($text));
        if (count($parts) !== 2 || $parts[0] === '' || $parts[1] === '') {
            throw BadAddress::for($text);
        }
        return new self($parts[0], strtolower($parts[1]));
    }

    /** The address without a "+tag" in its local part. */
    public function withoutTag(): self
    {
        $plus = strpos($this->local, '+');
        if ($plus === false || $plus === 0) {
            return $this;
        }
        return new self(substr($this->local, 0, $plus), $this->domain);
    }

    public function equals(self $other): bool
    {
        return $this->local === $other->local && $this->domain === $other->domain;
    }

    public function __toString(): string
    {
        return $this->local . '@' . $this->domain;
    }
}

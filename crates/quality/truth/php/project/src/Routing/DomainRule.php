<?php

declare(strict_types=1);

namespace Postroom\Routing;

use Postroom\Model\Message;

/** Matches the domain of the recipient; "*.example.test" also covers subdomains. */
final class DomainRule implements Rule
{
    public function __construct(private readonly string $pattern)
    {
    }

    public function matches(Message $message): bool
    {
        $domain = $message->recipient->domain;
        if (!str_starts_with($this->pattern, '*.')) {
            return $domain === $this->pattern;
        }
        $parent = substr($this->pattern, 2);
        return $domain === $parent || str_ends_with($domain, '.' . $parent);
    }

    public function weight(): int
    {
        return str_starts_with($this->pattern, '*.') ? 10 : 20;
    }
}

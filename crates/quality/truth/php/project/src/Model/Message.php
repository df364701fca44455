<?php

declare(strict_types=1);

namespace Postroom\Model;

/** One mail on its way, with its headers in lower case. */
final class Message
{
    public const MAX_BYTES = 10_485_760;

    private int $failures = 0;

    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $id,
        public readonly Address $recipient,
        private array $headers,
        public readonly string $body,
    ) {
        $this->headers = array_change_key_case($headers, CASE_LOWER);
    }

    public function header(string $name, string $default = ''): string
    {
        return $this->headers[strtolower($name)] ?? $default;
    }

    public function priority(): Priority
    {
        return Priority::fromHeader($this->header('X-Priority-Class'));
    }

    /** Counts a failed attempt and tells whether more are allowed. */
    public function recordFailure(): bool
    {
        $this->failures++;
        return $this->failures < $this->priority()->attempts();
    }

    public function failureCount(): int
    {
        return $this->failures;
    }

    public function isTooLarge(): bool
    {
        return strlen($this->body) > self::MAX_BYTES;
    }
}

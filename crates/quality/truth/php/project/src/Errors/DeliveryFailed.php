<?php

declare(strict_types=1);

namespace Postroom\Errors;

/** The other side refused a message or could not be reached. */
final class DeliveryFailed extends \RuntimeException
{
    public function __construct(string $message, public readonly int $replyCode = 0)
    {
        parent::__construct($message, $replyCode);
    }

    /**
     * Codes 400 to 499, and 0 for a connection that broke, are worth another attempt.
     */
    public function isTemporary(): bool
    {
        return $this->replyCode === 0 || intdiv($this->replyCode, 100) === 4;
    }
}

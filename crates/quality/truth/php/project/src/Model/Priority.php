<?php

declare(strict_types=1);

namespace Postroom\Model;

enum Priority: int
{
    case Bulk = 1;
    case Normal = 5;
    case Urgent = 9;

    /** Reads a header such as "urgent"; unknown text is Normal. */
    public static function fromHeader(string $text): self
    {
        return match (strtolower(trim($text))) {
            'bulk', 'list' => self::Bulk,
            'urgent', 'high' => self::Urgent,
            default => self::Normal,
        };
    }

    /** How many times delivery is attempted. */
    public function attempts(): int
    {
        return match ($this) {
            self::Bulk => 2,
            self::Normal => 5,
            self::Urgent => 8,
        };
    }
}

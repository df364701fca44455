<?php

declare(strict_types=1);

namespace Postroom;

/** Folder name used when the settings do not name one. */
const DEFAULT_SPOOL = 'spool';

/**
 * Formats a number of bytes for people: "512 B", "1.5 KiB", "3.0 MiB".
 */
function format_size(int $bytes): string
{
    if ($bytes < 1024) {
        return $bytes . ' B';
    }
    $units = ['KiB', 'MiB', 'GiB'];
    $size = $bytes / 1024;
    $unit = 0;
    while ($size >= 1024 && $unit < count($units) - 1) {
        $size /= 1024;
        $unit++;
    }
    return sprintf('%.1f %s', $size, $units[$unit]);
}

function log_line(string $level, string $text): void
{
    error_log(sprintf('[%s] %s', strtoupper($level), $text));
}

/** @deprecated Write {@see log_line()} with the level "debug" instead. */
function debug_dump(mixed $value): void
{
    log_line('debug', json_encode($value, JSON_THROW_ON_ERROR));
}

<?php

declare(strict_types=1);

namespace Postroom\Store;

use Postroom\Model\Message;

/** A folder with one file for each waiting message, named `<due>-<id>.msg`. */
final class Spool
{
    public function __construct(private readonly string $folder)
    {
        if (!is_dir($folder) && !mkdir($folder, 0700, true)) {
            throw new \RuntimeException("cannot create $folder");
        }
    }

    /** Stores a message under an exclusive lock, replacing an older copy. */
    public function put(Message $message, int $due): void
    {
        $this->locked(function () use ($message, $due): void {
            $this->remove($message->id);
            $path = sprintf('%s/%010d-%s.msg', $this->folder, $due, $message->id);
            file_put_contents($path, serialize($message));
        });
    }

    /**
     * Messages that may be tried now, the longest waiting first.
     *
     * @return \Generator<Message>
     */
    public function due(int $now, int $limit): \Generator
    {
        $paths = glob($this->folder . '/*.msg');
        sort($paths);
        foreach (array_slice($paths, 0, $limit) as $path) {
            if ((int) basename($path) > $now) {
                return;
            }
            yield unserialize(file_get_contents($path));
        }
    }

    public function remove(string $id): bool
    {
        $removed = false;
        foreach (glob("{$this->folder}/*-$id.msg") as $path) {
            $removed = unlink($path) || $removed;
        }
        return $removed;
    }

    /** Moves a message that cannot be delivered to the extension `.dead`. */
    public function bury(string $id): void
    {
        foreach (glob("{$this->folder}/*-$id.msg") as $path) {
            rename($path, substr($path, 0, -4) . '.dead');
        }
    }

    public function count(): int
    {
        return count(glob($this->folder . '/*.msg'));
    }

    private function locked(callable $action): void
    {
        $lock = fopen($this->folder . '/.lock', 'c');
        flock($lock, LOCK_EX);
        try {
            $action();
        } finally {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }
}

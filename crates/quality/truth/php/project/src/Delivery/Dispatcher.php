<?php

declare(strict_types=1);

namespace Postroom\Delivery;

use Postroom\Errors\DeliveryFailed;
use Postroom\Model\Message;
use Postroom\Routing\Router;
use Postroom\Store\Spool;

use function Postroom\log_line;

/** Takes messages from the spool and delivers them. */
final class Dispatcher
{
    private const BASE_DELAY_SECONDS = 60;
    private const MAX_DELAY_SECONDS = 3600;

    /** @param array<string, Transport> $transports */
    public function __construct(
        private readonly Router $router,
        private readonly Spool $spool,
        private readonly array $transports,
    ) {
    }

    /**
     * Delivers what is due and returns how many messages went out.
     */
    public function run(int $now, int $limit = 100): int
    {
        $delivered = 0;
        foreach ($this->spool->due($now, $limit) as $message) {
            if ($this->deliver($message, $now)) {
                $delivered++;
            }
        }
        return $delivered;
    }

    private function deliver(Message $message, int $now): bool
    {
        $name = $this->router->route($message);
        $transport = $this->transports[$name] ?? throw new \LogicException("no transport $name");
        try {
            $transport->send($message);
        } catch (DeliveryFailed $failure) {
            $this->handleFailure($message, $failure, $now);
            return false;
        }
        $this->spool->remove($message->id);
        return true;
    }

    private function handleFailure(Message $message, DeliveryFailed $failure, int $now): void
    {
        if ($failure->isTemporary() && $message->recordFailure()) {
            $this->spool->put($message, $now + self::delay($message->failureCount()));
            return;
        }
        log_line('error', "giving up on {$message->id}: {$failure->getMessage()}");
        $this->spool->bury($message->id);
    }

    /** Seconds until the next attempt: doubles with each failure, at most one hour. */
    public static function delay(int $failures): int
    {
        return min(self::BASE_DELAY_SECONDS * 2 ** ($failures - 1), self::MAX_DELAY_SECONDS);
    }
}

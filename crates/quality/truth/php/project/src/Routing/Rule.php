<?php

declare(strict_types=1);

namespace Postroom\Routing;

use Postroom\Model\Message;

/** Decides whether a route applies to a message. */
interface Rule
{
    public function matches(Message $message): bool;

    /** Rules with a higher weight are asked first. */
    public function weight(): int;
}

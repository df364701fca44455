<?php

declare(strict_types=1);

namespace Postroom\Delivery;

use Postroom\Errors\DeliveryFailed;
use Postroom\Model\Message;

interface Transport
{
    /** @throws DeliveryFailed */
    public function send(Message $message): void;
}

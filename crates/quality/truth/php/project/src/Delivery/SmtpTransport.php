<?php

declare(strict_types=1);

namespace Postroom\Delivery;

use Postroom\Errors\DeliveryFailed;
use Postroom\Model\Message;

use function Postroom\log_line;

/** Hands messages to one SMTP relay. */
final class SmtpTransport implements Transport
{
    private const TIMEOUT_SECONDS = 15;

    /** @var resource|null */
    private $socket = null;

    public function __construct(
        private readonly string $host,
        private readonly int $port = 25,
    ) {
    }

    public function send(Message $message): void
    {
        if ($message->isTooLarge()) {
            throw new DeliveryFailed('message is too large', 552);
        }
        $this->connect();
        try {
            $this->command('MAIL FROM:<postroom@localhost>', 250);
            $this->command("RCPT TO:<{$message->recipient}>", 250);
            $this->command('DATA', 354);
            $this->command($this->escapeDots($message->body) . "\r\n.", 250);
        } catch (DeliveryFailed $failure) {
            $this->close();
            throw $failure;
        }
        log_line('info', "delivered {$message->id}");
    }

    /** Opens the connection unless it is open already. */
    private function connect(): void
    {
        if ($this->socket !== null) {
            return;
        }
        $socket = @fsockopen($this->host, $this->port, $code, $error, self::TIMEOUT_SECONDS);
        if ($socket === false) {
            throw new DeliveryFailed("cannot connect to {$this->host}: $error");
        }
        $this->socket = $socket;
        $this->expect(220);
        $this->command('HELO localhost', 250);
    }

    private function command(string $line, int $expected): void
    {
        fwrite($this->socket, $line . "\r\n");
        $this->expect($expected);
    }

    private function expect(int $expected): void
    {
        $reply = fgets($this->socket, 512);
        $code = $reply === false ? 0 : (int) substr($reply, 0, 3);
        if ($code !== $expected) {
            throw new DeliveryFailed("expected $expected, got $code", $code);
        }
    }

    /** A line that starts with a dot gets a second one, as the protocol asks. */
    private function escapeDots(string $body): string
    {
        return preg_replace('/^\./m', '..', $body);
    }

    public function close(): void
    {
        if ($this->socket !== null) {
            fclose($this->socket);
            $this->socket = null;
        }
    }
}

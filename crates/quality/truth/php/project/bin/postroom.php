<?php

declare(strict_types=1);

require __DIR__ . '/../vendor/autoload.php';

use Postroom\Delivery\Dispatcher;
use Postroom\Delivery\SmtpTransport;
use Postroom\Errors\BadAddress;
use Postroom\Model\Address;
use Postroom\Model\Message;
use Postroom\Routing\DomainRule;
use Postroom\Routing\Router;
use Postroom\Store\Spool;

use function Postroom\format_size;

use const Postroom\DEFAULT_SPOOL;

/** Reads a message from standard input and puts it into the spool. */
function accept_message(Spool $spool, string $recipient): int
{
    try {
        $address = Address::parse($recipient)->withoutTag();
    } catch (BadAddress $error) {
        fwrite(STDERR, $error->getMessage() . PHP_EOL);
        return 65;
    }
    $body = stream_get_contents(STDIN);
    $message = new Message(bin2hex(random_bytes(8)), $address, [], $body);
    $spool->put($message, time());
    echo "accepted {$message->id}, ", format_size(strlen($body)), PHP_EOL;
    return 0;
}

function deliver_all(Spool $spool): int
{
    $router = (new Router())->add(new DomainRule('*.lists.example.test'), 'bulk');
    $dispatcher = new Dispatcher($router, $spool, [
        'smtp' => new SmtpTransport('relay.example.test'),
        'bulk' => new SmtpTransport('bulk.example.test', 2525),
    ]);
    echo $dispatcher->run(time()), " delivered\n";
    return 0;
}

$spool = new Spool(getenv('POSTROOM_SPOOL') ?: DEFAULT_SPOOL);
exit(isset($argv[1]) ? accept_message($spool, $argv[1]) : deliver_all($spool));

<?php

declare(strict_types=1);

namespace Postroom\Routing;

use Postroom\Model\Message;

/** Picks the transport for a message. */
class Router
{
    /** @var list<array{rule: Rule, transport: string}> */
    private array $routes = [];

    /** @var array<string, string> transports already found, by domain */
    private array $cache = [];

    private bool $sorted = true;

    public function __construct(private readonly string $fallback = 'smtp')
    {
    }

    public function add(Rule $rule, string $transport): static
    {
        $this->routes[] = ['rule' => $rule, 'transport' => $transport];
        $this->sorted = false;
        $this->cache = [];
        return $this;
    }

    /** Name of the transport; the fallback if no rule matches. */
    public function route(Message $message): string
    {
        $domain = $message->recipient->domain;
        return $this->cache[$domain] ??= $this->search($message);
    }

    private function search(Message $message): string
    {
        $this->sortRoutes();
        foreach ($this->routes as $route) {
            if ($route['rule']->matches($message)) {
                return $route['transport'];
            }
        }
        return $this->fallback;
    }

    private function sortRoutes(): void
    {
        if ($this->sorted) {
            return;
        }
        usort($this->routes, fn (array $a, array $b): int => $b['rule']->weight() <=> $a['rule']->weight());
        $this->sorted = true;
    }
}

# frozen_string_literal: true

module FeedReader
  # Checks feeds that are due, a few at a time.
  class Scheduler
    WORKERS = 4

    Report = Struct.new(:checked, :added, :failed)

    def initialize(store:, fetcher:, parser: Parser.new, rules: Rules.new, logger:)
      @store = store
      @fetcher = fetcher
      @parser = parser
      @rules = rules
      @logger = logger
    end

    # Checks all due feeds in parallel and saves the store once at the end.
    # @return [Report] counts of the run
    def run(now: Time.now)
      queue = Queue.new
      @store.feeds.select { |feed| feed.due?(now) }.each { |feed| queue << feed }
      queue.close
      results = Queue.new
      workers = Array.new(WORKERS) { Thread.new { drain(queue, results, now) } }
      workers.each(&:join)
      @store.save
      summarize(results)
    end

    # Checks one feed, whether it is due or not. Errors are logged and give nil.
    def check(feed, now: Time.now)
      response = @fetcher.fetch(feed)
      feed.last_checked = now
      return 0 if response.unchanged

      feed.etag = response.etag
      added = feed.merge(@parser.parse(response.body))
      added.each { |entry| @rules.apply(entry) }
      added.size
    rescue Error => e
      @logger.error("#{feed.url}: #{e.message}")
      nil
    end

    private

    def drain(queue, results, now)
      while (feed = queue.pop)
        results << check(feed, now: now)
      end
    end

    def summarize(results)
      counts = Array.new(results.size) { results.pop }
      Report.new(counts.size, counts.compact.sum, counts.count(nil))
    end
  end
end

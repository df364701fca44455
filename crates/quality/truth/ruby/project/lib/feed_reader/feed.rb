# frozen_string_literal: true

module FeedReader
  # A subscription: its address, its entries and what the server said last time.
  class Feed
    MAX_ENTRIES = 200
    DEFAULT_INTERVAL_MINUTES = 30

    attr_reader :url, :entries
    attr_accessor :title, :etag, :last_checked, :interval_minutes

    def initialize(url, title: nil, interval_minutes: DEFAULT_INTERVAL_MINUTES)
      @url = url
      @title = title || url
      @interval_minutes = interval_minutes
      @entries = []
    end

    # Adds entries that are not known yet and returns the added ones.
    def merge(fresh)
      known = @entries.map(&:id)
      added = fresh.reject { |entry| known.include?(entry.id) }
      @entries = (@entries + added).sort.first(MAX_ENTRIES)
      added
    end

    def unread
      @entries.reject(&:read?)
    end

    # Whether the interval has passed since the last check.
    def due?(now = Time.now)
      return true if last_checked.nil?

      now - last_checked >= interval_minutes * 60
    end

    # Forgets read entries that are older than the given number of days, but keeps starred ones.
    def prune(days, now: Time.now)
      limit = now - (days * 86_400)
      before = @entries.size
      @entries.reject! { |entry| entry.read? && !entry.starred && entry.published_at < limit }
      before - @entries.size
    end
  end
end

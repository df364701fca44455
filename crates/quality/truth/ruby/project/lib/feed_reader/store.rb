# frozen_string_literal: true

require "fileutils"
require "json"
require "time"

module FeedReader
  # Keeps all subscriptions in one JSON file.
  class Store
    FILE_NAME = "feeds.json"
    FORMAT = 2

    def initialize(directory)
      @path = File.join(directory, FILE_NAME)
      @mutex = Mutex.new
      @feeds = {}
    end

    # Reads the file. A missing file means that there are no feeds yet.
    def load
      @mutex.synchronize do
        next unless File.exist?(@path)

        data = JSON.parse(File.read(@path))
        raise Error, "unknown format #{data['format']}" unless data["format"] == FORMAT

        @feeds = data["feeds"].to_h { |hash| [hash["url"], build_feed(hash)] }
      end
      self
    end

    # Writes to a temporary file first, so that a crash leaves the old file intact.
    def save
      @mutex.synchronize do
        FileUtils.mkdir_p(File.dirname(@path))
        temporary = "#{@path}.tmp"
        File.write(temporary, JSON.pretty_generate("format" => FORMAT, "feeds" => @feeds.values.map { |feed| dump(feed) }))
        File.rename(temporary, @path)
      end
    end

    def add(feed)
      @mutex.synchronize { @feeds[feed.url] ||= feed }
    end

    def remove(url)
      @mutex.synchronize { @feeds.delete(url) } or raise UnknownFeedError, "no feed #{url}"
    end

    def find(url)
      @feeds.fetch(url) { raise UnknownFeedError, "no feed #{url}" }
    end

    # All feeds, sorted by title without regard to case.
    def feeds
      @feeds.values.sort_by { |feed| feed.title.downcase }
    end

    private

    def build_feed(hash)
      feed = Feed.new(hash["url"], title: hash["title"], interval_minutes: hash["interval"])
      feed.etag = hash["etag"]
      feed.last_checked = hash["checked"] && Time.parse(hash["checked"])
      feed.merge(hash["entries"].map { |entry| Entry.from_h(entry) })
      feed
    end

    def dump(feed)
      { "url" => feed.url, "title" => feed.title, "interval" => feed.interval_minutes, "etag" => feed.etag,
        "checked" => feed.last_checked&.iso8601, "entries" => feed.entries.map(&:to_h) }
    end
  end
end

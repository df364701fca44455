# frozen_string_literal: true

require "logger"

module FeedReader
  # Command line: add, remove, update and list.
  class CLI
    EXIT_USAGE = 64
    KEEP_DAYS = 90

    def initialize(directory: ENV.fetch("FEED_READER_HOME", "#{Dir.home}/.feeds"), out: $stdout)
      @out = out
      @logger = Logger.new($stderr, level: Logger::WARN)
      @store = Store.new(directory)
    end

    # Runs one command and returns the exit status.
    def run(arguments)
      command, *rest = arguments
      @store.load
      case command
      when "add" then add(rest.first)
      when "remove" then remove(rest.first)
      when "update" then update
      when "list" then list
      else usage
      end
    rescue Error => e
      @out.puts "error: #{e.message}"
      1
    end

    private

    def add(url)
      return usage if url.nil?

      @store.add(Feed.new(url))
      @store.save
      0
    end

    def remove(url)
      @store.remove(url)
      @store.save
      0
    end

    def update
      @store.feeds.each { |feed| feed.prune(KEEP_DAYS) }
      report = Scheduler.new(store: @store, fetcher: Fetcher.new(logger: @logger), logger: @logger).run
      @out.puts "#{report.checked} checked, #{report.added} new, #{report.failed} failed"
      report.failed.zero? ? 0 : 2
    end

    # Prints each feed with its number of unread entries.
    def list
      @store.feeds.each { |feed| @out.puts format("%4d  %s", feed.unread.size, feed.title) }
      0
    end

    def usage
      @out.puts "usage: feed-reader add URL | remove URL | update | list"
      EXIT_USAGE
    end
  end
end

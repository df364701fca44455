# frozen_string_literal: true

require_relative "feed_reader/errors"
require_relative "feed_reader/entry"
require_relative "feed_reader/feed"
require_relative "feed_reader/text/cleaner"
require_relative "feed_reader/parser"
require_relative "feed_reader/fetcher"
require_relative "feed_reader/store"
require_relative "feed_reader/rules"
require_relative "feed_reader/scheduler"
require_relative "feed_reader/cli"

# Reads RSS feeds and keeps their entries in a local file.
module FeedReader
  VERSION = "1.4.2"

  # Sent with every request.
  USER_AGENT = "feed-reader/#{VERSION}"
end

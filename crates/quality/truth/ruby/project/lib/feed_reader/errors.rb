# frozen_string_literal: true

module FeedReader
  # Base of all errors that the reader raises on purpose.
  class Error < StandardError; end

  # The document is not a feed that can be read.
  class ParseError < Error; end

  # The server could not be reached or refused.
  class FetchError < Error
    attr_reader :status

    def initialize(message, status: nil)
      super(message)
      @status = status
    end

    # Worth another attempt: no answer at all, or a server error.
    def temporary?
      status.nil? || status >= 500
    end
  end

  class UnknownFeedError < Error; end
end

# frozen_string_literal: true

module FeedReader
  # Rules that star or mute new entries by words in their title.
  class Rules
    Rule = Struct.new(:action, :word)

    ACTIONS = %i[star mute].freeze

    def initialize
      @rules = []
    end

    # @raise [ArgumentError] if the action is not one of ACTIONS
    def add(action, word)
      raise ArgumentError, "unknown action #{action}" unless ACTIONS.include?(action)

      @rules << Rule.new(action, word.downcase)
      self
    end

    # Applies every matching rule in the order in which they were added.
    def apply(entry)
      @rules.each do |rule|
        next unless matches?(rule, entry)

        rule.action == :star ? entry.starred = true : entry.mark_read
      end
    end

    def empty?
      @rules.empty?
    end

    private

    def matches?(rule, entry)
      entry.title.downcase.include?(rule.word)
    end
  end
end

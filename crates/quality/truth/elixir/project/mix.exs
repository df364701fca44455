defmodule Hookline.MixProject do
  use Mix.Project

  def project do
    [app: :hookline, version: "0.6.0", elixir: "~> 1.15", deps: []]
  end

  def application do
    [mod: {Hookline.Application, []}, extra_applications: [:logger, :inets, :ssl, :crypto]]
  end
end

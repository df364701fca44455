//! The forms that providers give their keys and tokens, as they document them.
//!
//! A row is a prefix and what follows it. The prefix alone is the prefilter: it must be rare in
//! ordinary source text, else every file would have to be looked at line by line.

use super::proof::Proof;

/// A documented form of keys or tokens.
pub(super) struct Vendor {
    pub(super) kind: &'static str,
    /// How it begins, as a regular expression.
    pub(super) prefix: &'static str,
    /// The prefilter, where it is not the prefix.
    pub(super) quick: Option<&'static str>,
    /// What follows the prefix.
    pub(super) rest: &'static str,
    pub(super) proof: Proof,
}

const fn sure(kind: &'static str, prefix: &'static str, rest: &'static str) -> Vendor {
    Vendor { kind, prefix, quick: None, rest, proof: Proof::Form }
}

/// A form whose prefix is also found in other text.
const fn likely(kind: &'static str, prefix: &'static str, rest: &'static str) -> Vendor {
    Vendor { kind, prefix, quick: None, rest, proof: Proof::Random }
}

/// A form whose telling part is not at its beginning.
const fn inner(
    kind: &'static str,
    quick: &'static str,
    prefix: &'static str,
    rest: &'static str,
) -> Vendor {
    Vendor { kind, prefix, quick: Some(quick), rest, proof: Proof::Form }
}

pub(super) const VENDORS: &[Vendor] = &[
    // Clouds.
    sure("AWS access key", "(?:AKIA|ASIA|ABIA|ACCA)", r"[A-Z0-9]{16}\b"),
    sure("AWS Bedrock key", "ABSK", "[A-Za-z0-9+/]{100,}={0,2}"),
    sure("AWS MWS token", r"amzn\.mws\.", "[0-9a-f]{8}-[0-9a-f-]{27}"),
    sure("Google API key", "AIza", "[0-9A-Za-z_-]{35}"),
    sure("Google token", r"ya29\.", "[0-9A-Za-z_-]{20,}"),
    sure("Google token", "1//0[0-9a-z]", "[0-9A-Za-z_-]{38,}"),
    sure("Google client secret", "GOCSPX-", "[0-9A-Za-z_-]{20,}"),
    inner("Azure client secret", "[78]Q~", r"[A-Za-z0-9_~.]{3}[78]Q~", "[A-Za-z0-9_~.-]{31,34}"),
    sure("DigitalOcean token", "do[opr]_v1_", r"[a-f0-9]{64}\b"),
    sure("Alibaba Cloud key", "LTAI", r"[A-Za-z0-9]{16,20}\b"),
    likely("Tencent Cloud key", "AKID", r"[A-Za-z0-9]{32}\b"),
    likely("Yandex Cloud key", "AQVN", "[A-Za-z0-9_-]{35,}"),
    likely("Yandex token", "y0_", "[A-Za-z0-9_-]{50,}"),
    sure("Cloudflare origin key", r"v1\.0-[a-f0-9]{8}", "[a-f0-9]{16}-[a-f0-9]{100,}"),
    sure("Heroku key", "HRKU-", "[A-Za-z0-9_-]{36,}"),
    sure("Fly.io token", "fm[12][ar]?_", "[A-Za-z0-9+/_-]{60,}={0,2}"),
    likely("Fly.io token", "fo1_", r"[A-Za-z0-9_-]{43}\b"),
    likely("Render key", "rnd_", r"[A-Za-z0-9]{20,}\b"),
    likely("Netlify token", "nfp_", "[A-Za-z0-9_]{36,}"),
    likely("Scalingo token", "tk-us-", "[A-Za-z0-9_-]{40,}"),
    sure("Tailscale key", "tskey-[a-z]{3,8}-", "[A-Za-z0-9]{6,}-[A-Za-z0-9]{16,}"),
    // Code hosts, build services and package registries.
    sure("GitHub token", "gh[pousr]_", r"[A-Za-z0-9]{36,255}\b"),
    sure("GitHub token", "github_pat_", r"[A-Za-z0-9_]{22,255}\b"),
    sure(
        "GitLab token",
        "gl(?:pat|dt|rt|rtr|ptt|soat|cbt|ft|agent|oas|imt|ffct|wt)-",
        r"[A-Za-z0-9_.-]{20,}",
    ),
    sure("GitLab token", "GR1348941", "[A-Za-z0-9_-]{20,}"),
    sure("Bitbucket token", "ATBB", r"[A-Za-z0-9]{32}\b"),
    sure("Atlassian token", "AT[AC]TT3", "[A-Za-z0-9_=-]{60,}"),
    sure("CircleCI token", "CCIP(?:AT|RJ)_", "[A-Za-z0-9]{20,24}_[a-f0-9]{40}"),
    sure("Buildkite token", "bk[a-z]{1,2}_", r"[a-f0-9]{40}\b"),
    sure("Octopus Deploy key", "API-[A-Z0-9]{12}", r"[A-Z0-9]{14,20}\b"),
    sure("npm token", "npm_[A-Za-z0-9]{16}", r"[A-Za-z0-9]{20}\b"),
    sure("PyPI token", "pypi-[A-Za-z0-9_-]{20}", "[A-Za-z0-9_-]{30,}"),
    likely("crates.io token", "cio[A-Za-z0-9]{20}", r"[A-Za-z0-9]{12}\b"),
    sure("RubyGems key", "rubygems_", r"[a-f0-9]{48}\b"),
    likely("NuGet key", "oy2", r"[a-z0-9]{43}\b"),
    sure("Clojars token", "CLOJARS_", r"[a-z0-9]{60}\b"),
    sure("Docker token", "dckr_(?:pat|oat)_", "[A-Za-z0-9_-]{24,}"),
    likely("JFrog key", "AKCp[0-9A-Za-z]", r"[A-Za-z0-9]{60,}\b"),
    likely("JFrog token", "cmVmdGtu", r"[A-Za-z0-9]{50,}\b"),
    sure("SonarQube token", "sq[pua]_", r"[a-f0-9]{40}\b"),
    sure("SonarQube token", r"sonar\.(?:login|token)\s*=\s*", r"[a-f0-9]{40}\b"),
    sure("Sourcegraph token", "sgp_", "[a-f0-9_]{40,}"),
    sure("Pulumi token", "pul-", r"[a-f0-9]{40}\b"),
    inner("Terraform token", r"\.atlasv1\.", r"[A-Za-z0-9]{14}\.atlasv1\.", "[A-Za-z0-9_=-]{60,}"),
    sure("Infracost key", "ico-", r"[A-Za-z0-9]{32}\b"),
    sure("Doppler token", r"dp\.(?:pt|st|sa|ct|scim|audit)\.", "[A-Za-z0-9._-]{40,}"),
    sure("Vault token", r"hv[sbr]\.", "[A-Za-z0-9_-]{24,}"),
    sure("1Password token", "ops_eyJ", "[A-Za-z0-9+/_-]{80,}={0,2}"),
    sure("1Password key", "A3-[A-Z0-9]{6}-", "(?:[A-Z0-9]{5,11}-){3,5}[A-Z0-9]{5}"),
    sure("Prefect key", "pn[ub]_", r"[A-Za-z0-9]{36}\b"),
    sure(
        "LaunchDarkly key",
        "(?:sdk|api)-[0-9a-f]{8}-",
        "[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}",
    ),
    sure("age key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{50,}\b"),
    // Databases and monitoring.
    sure("Databricks token", "d(?:api|ose)", r"[a-f0-9]{32}(?:-\d)?\b"),
    sure("PlanetScale token", "pscale_(?:tkn|pw|oauth)_", "[A-Za-z0-9_.-]{32,}"),
    sure("Supabase token", "sbp_", r"[a-f0-9]{40}\b"),
    sure("Supabase key", "sb_secret_", "[A-Za-z0-9_-]{20,}"),
    sure("Neon key", "napi_", r"[a-z0-9]{40,}\b"),
    sure("MongoDB Atlas secret", "mdb_sa_sk_", "[A-Za-z0-9_-]{30,}"),
    sure("Aiven password", "AVNS_", "[A-Za-z0-9_-]{16,}"),
    sure("New Relic key", "NR(?:AK|II|IQ|RA|SP)-", r"[A-Za-z0-9_-]{27,}\b"),
    sure("New Relic key", "NRJS-", r"[a-f0-9]{19}\b"),
    sure("Grafana token", "gl(?:sa|c)_", "[A-Za-z0-9+/=_]{32,}"),
    sure("Sentry token", "sntry[su]_", "[A-Za-z0-9+/=_]{40,}"),
    sure("Dynatrace token", r"dt0[a-z]\d{2}\.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    sure("PostHog key", "phx_", r"[A-Za-z0-9]{40,}\b"),
    sure("Postman key", "PMAK-", r"[a-f0-9]{24}-[a-f0-9]{34}\b"),
    // Payments and shops.
    sure("Stripe key", "(?:sk|rk)_(?:live|test)_", r"[A-Za-z0-9]{16,}\b"),
    sure("webhook secret", "whsec_", "[A-Za-z0-9+/=]{24,}"),
    sure("Square token", "sq0[a-z]{3}-", "[A-Za-z0-9_-]{22,43}"),
    likely("Square token", "EAAA[A-Za-z0-9]", r"[A-Za-z0-9_-]{59,}"),
    sure("Shopify token", "shp(?:at|ca|pa|ss)_", r"[a-fA-F0-9]{32}\b"),
    sure(
        "Plaid token",
        "access-(?:sandbox|development|production)-",
        r"[0-9a-f]{8}-[0-9a-f-]{27}\b",
    ),
    sure("Flutterwave key", "FLWSECK(?:_TEST)?-", r"[A-Za-z0-9]{12,32}-X\b"),
    sure("Razorpay key", "rzp_(?:live|test)_", r"[A-Za-z0-9]{14,24}\b"),
    sure(
        "Braintree token",
        r"access_token\$(?:production|sandbox)\$",
        r"[a-z0-9]{16}\$[a-f0-9]{32}\b",
    ),
    sure("Shippo token", "shippo_(?:live|test)_", r"[a-f0-9]{40}\b"),
    sure("EasyPost key", "EZ[AT]K", r"[A-Za-z0-9]{54}\b"),
    sure("Duffel token", "duffel_(?:live|test)_", "[A-Za-z0-9_-]{40,}"),
    // Mail, chat and documents.
    likely("Slack token", "xox[abceoprs](?:-|\\.xox[bp]-)", "[A-Za-z0-9-]{10,}"),
    sure("Slack token", r"xapp-\d-", "[A-Za-z0-9-]{20,}"),
    sure("SendGrid key", r"SG\.[A-Za-z0-9_-]{12}", "[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]{32,}"),
    sure("Brevo key", "x(?:keysib|smtpsib)-", "[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    sure("MailerSend token", r"mlsn\.", r"[a-f0-9]{64}\b"),
    sure("Resend key", "re_[A-Za-z0-9]{8}_", r"[A-Za-z0-9]{24}\b"),
    likely("Twilio key", "SK[a-f0-9]{8}", r"[a-f0-9]{24}\b"),
    sure("Facebook token", "EAA[A-Z]", "[A-Za-z0-9]{80,}"),
    sure("Notion token", "ntn_", r"[A-Za-z0-9]{40,}\b"),
    likely("Notion token", "secret_[A-Za-z0-9]{20}", r"[A-Za-z0-9]{23}\b"),
    sure("Airtable token", r"pat[A-Za-z0-9]{14}\.", r"[a-f0-9]{64}\b"),
    sure("Linear key", "lin_(?:api|oauth)_", r"[A-Za-z0-9]{32,}\b"),
    sure("Figma token", "fig[do]r?_", "[A-Za-z0-9_-]{40,}"),
    sure("Dropbox token", r"sl\.[A-Za-z0-9_-]{20}", "[A-Za-z0-9_-]{40,}"),
    sure("Contentful token", "CFPAT-", "[A-Za-z0-9_-]{40,}"),
    sure("HubSpot token", r"pat-(?:na|eu|ap)\d-", r"[0-9a-f]{8}-[0-9a-f-]{27}\b"),
    sure("Typeform token", "tfp_", "[A-Za-z0-9_.=-]{40,}"),
    sure("ReadMe key", "rdme_", r"[a-z0-9]{60,}\b"),
    likely("Frame.io token", "fio-u-", "[A-Za-z0-9_=-]{60,}"),
    sure("Zoho token", r"1000\.[a-f0-9]{8}", r"[a-f0-9]{24}\.[a-f0-9]{32}\b"),
    likely("Twitter token", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{50,}"),
    sure("Mapbox token", r"sk\.eyJ", r"[A-Za-z0-9_-]{30,}\.[A-Za-z0-9_-]{16,}"),
    // Language models.
    likely("API key", "sk-[A-Za-z0-9_-]{12}", "[A-Za-z0-9_-]{8,}"),
    likely(
        "API key",
        "(?:gsk|xai|r8|hf|nvapi|pplx|fw|tvly|key|api_org|jina|sk|wandb_v1|csk|voyage|pa)[_-][A-Za-z0-9]{16}",
        r"[A-Za-z0-9]{12,}\b",
    ),
    sure("LangSmith key", "lsv2_(?:pt|sk)_", "[a-f0-9]{32}_[a-f0-9]{10}"),
    sure("Pinecone key", "pcsk_", "[A-Za-z0-9_]{40,}"),
    sure("Firecrawl key", "fc-", r"[a-f0-9]{32}\b"),
    sure("E2B key", "e2b_", r"[a-f0-9]{40}\b"),
    // Frameworks and wallets.
    sure("Django key", "django-insecure-", r#"[^\s"'\\]{20,}"#),
    sure("extended private key", "[xyzt]prv", r"[1-9A-HJ-NP-Za-km-z]{100,112}\b"),
];

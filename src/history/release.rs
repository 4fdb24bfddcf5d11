use chrono::{DateTime, NaiveDate, TimeZone, Utc};

/// What a release's version says: `4.1.18`, `4.3.0-0.ci-2019-09-27-181735`, `4.14.0-rc.7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// Major.
    pub major: u32,
    /// Minor.
    pub minor: u32,
    /// Patch (z).
    pub patch: u32,
    /// How far it is from a release.
    pub stage: Stage,
}

/// How far a version is from a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Released.
    Stable,
    /// Built from a branch at a time that stands in its version (nightly, CI, OKD, test builds).
    Build(DateTime<Utc>),
    /// Any other suffix: release candidates, feature candidates, builds without a time.
    Candidate,
}

impl Release {
    /// Reads a version; none where it is not major.minor.patch.
    pub fn parse(version: &str) -> Option<Self> {
        let version = version.strip_prefix('v').unwrap_or(version);
        let (core, suffix) = match version.split_once(['-', '+']) {
            Some((core, suffix)) => (core, Some(suffix)),
            None => (version, None),
        };
        let mut numbers = core.split('.').map(|part| part.parse().ok());
        let (major, minor, patch) = (numbers.next()??, numbers.next()??, numbers.next()??);
        if numbers.next().is_some() {
            return None;
        }
        let stage = match suffix {
            None => Stage::Stable,
            Some(suffix) => build_time(suffix).map_or(Stage::Candidate, Stage::Build),
        };
        Some(Release { major, minor, patch, stage })
    }

    /// Whether it is a 4.`minor` of any patch or stage.
    pub fn is_minor(self, minor: u32) -> bool {
        self.major == 4 && self.minor == minor
    }

    /// Whether it is older than 4.`minor`.0 in any stage.
    pub fn is_before_minor(self, minor: u32) -> bool {
        self.major < 4 || self.major == 4 && self.minor < minor
    }
}

/// The time in `0.nightly-2019-10-15-225018`, `0.ci-2019-09-27-181735`,
/// `0.test-2020-10-19-120131-ci-op-xyz`, `0.okd-2023-03-04-063026`, `0.nightly-arm64-2021-…`.
fn build_time(suffix: &str) -> Option<DateTime<Utc>> {
    let parts: Vec<&str> = suffix.split('-').collect();
    parts.windows(4).find_map(|parts| {
        let [year, month, day, clock] = parts else { return None };
        if year.len() != 4 || clock.len() != 6 || !clock.is_ascii() {
            return None;
        }
        let date = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
        let clock = |from: usize| clock.get(from..from + 2)?.parse().ok();
        let time = date.and_hms_opt(clock(0)?, clock(2)?, clock(4)?)?;
        Some(Utc.from_utc_datetime(&time))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(Release::parse("4.1.18"), Some(Release { major: 4, minor: 1, patch: 18, stage: Stage::Stable }));
        assert_eq!(Release::parse("4.14.0-rc.7").unwrap().stage, Stage::Candidate);
        assert_eq!(Release::parse("4.12.0-0.okd-2023-03-04-063026").unwrap().minor, 12);
        for broken in ["", "4.1", "4.x.4", "4.1.2.3", "sha256:ab", "4.1.-1"] {
            assert_eq!(Release::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn the_time_of_a_build_stands_in_its_version() {
        for version in [
            "4.3.0-0.nightly-2019-10-15-225018",
            "4.3.0-0.ci-2019-10-15-225018",
            "4.3.0-0.test-2019-10-15-225018-ci-op-abc",
            "4.3.0-0.nightly-s390x-2019-10-15-225018",
        ] {
            let Stage::Build(time) = Release::parse(version).unwrap().stage else { panic!("{version}") };
            assert_eq!(super::super::rfc3339(time), "2019-10-15T22:50:18Z");
        }
        assert_eq!(Release::parse("4.3.0-0.nightly-2019-13-15-225018").unwrap().stage, Stage::Candidate);
    }
}

//! The clocks that times are told by.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::words::seconds;

/// A time zone, as far as a timeline reaches: the core has no table of zones, its caller's platform does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct TimeZone {
    /// What it is called, such as `Europe/Prague`.
    pub name: String,
    /// How far its clocks are ahead of UTC, from when on, oldest first; the first holds before it, too.
    pub offsets: Vec<ZoneOffset>,
}

/// How far clocks are ahead of UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct ZoneOffset {
    /// From when on, RFC 3339.
    pub from: String,
    /// Seconds; negative west of Greenwich.
    pub seconds: i32,
}

/// The same, ready to reckon with; UTC without any offset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Zone {
    offsets: Vec<(i64, i64)>,
}

/// No zone is further from UTC.
const FURTHEST: i64 = 26 * 3600;

impl Zone {
    pub(super) fn new(zone: &TimeZone) -> Self {
        let read =
            |offset: &ZoneOffset| Some((seconds(Some(&offset.from))?, i64::from(offset.seconds).clamp(-FURTHEST, FURTHEST)));
        let mut offsets: Vec<_> = zone.offsets.iter().filter_map(read).collect();
        crate::order::sort(&mut offsets, Ord::cmp);
        Zone { offsets }
    }

    /// What the clocks show, as seconds of a UTC that shows the same.
    pub(super) fn wall(&self, t: i64) -> i64 {
        let at = self.offsets.partition_point(|(from, _)| *from <= t);
        let offset = self.offsets.get(at.saturating_sub(1)).map_or(0, |(_, offset)| *offset);
        t.saturating_add(offset)
    }

    /// When the clocks show so much; of a time that they skip, the time after.
    pub(super) fn instant(&self, wall: i64) -> i64 {
        let offset_at = |t: i64| self.wall(t).saturating_sub(t);
        let guess = wall.saturating_sub(offset_at(wall));
        wall.saturating_sub(offset_at(guess))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prague() -> Zone {
        let at = |from: &str, seconds| ZoneOffset { from: from.into(), seconds };
        let offsets = vec![at("2019-01-01T00:00:00Z", 3600), at("2019-03-31T01:00:00Z", 7200), at("2019-10-27T01:00:00Z", 3600)];
        Zone::new(&TimeZone { name: "Europe/Prague".into(), offsets })
    }

    #[test]
    fn clocks_go_forward_and_back() {
        let zone = prague();
        let t = |text: &str| seconds(Some(text)).unwrap_or_default();
        assert_eq!(zone.wall(t("2019-03-31T00:59:59Z")), t("2019-03-31T01:59:59Z"));
        assert_eq!(zone.wall(t("2019-03-31T01:00:00Z")), t("2019-03-31T03:00:00Z"));
        assert_eq!(zone.wall(t("2019-10-27T01:00:00Z")), t("2019-10-27T02:00:00Z"));
        assert_eq!(zone.wall(t("2018-06-01T00:00:00Z")), t("2018-06-01T01:00:00Z"));
        for text in ["2019-01-01T00:00:00Z", "2019-06-01T00:00:00Z", "2019-12-01T00:00:00Z"] {
            assert_eq!(zone.wall(zone.instant(t(text))), t(text));
        }
        assert_eq!(Zone::default().wall(7), 7);
    }
}

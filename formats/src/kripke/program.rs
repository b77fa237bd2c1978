//! Locations and activations, which both kinds of structure have.

use std::collections::HashMap;

use belnap_ir::bdd::Ref;
use belnap_ir::ids::{LocId, ScopeId, TiSlice, TiVec, ti_vec};
use belnap_ir::kripke::{Location, Scope};

use super::wire::{LocationWire, ScopeWire};

pub(super) fn locations_to_wire(locations: &TiSlice<LocId, Location>) -> Vec<LocationWire<'_>> {
    locations
        .iter()
        .map(|location| LocationWire {
            name: location.name.as_str().into(),
            labels: location.labels.iter().map(Into::into).collect(),
            scope: location.scope,
            kind: location.kind,
            enters: location.enters.as_deref().map(Into::into),
            source: location.source.clone(),
            blocking: location.blocking,
        })
        .collect()
}

pub(super) fn locations_from_wire(wire: Vec<LocationWire<'_>>) -> TiVec<LocId, Location> {
    wire.into_iter()
        .map(|wire| Location {
            name: wire.name.into_owned(),
            labels: wire.labels.into_iter().map(Into::into).collect(),
            scope: wire.scope,
            kind: wire.kind,
            enters: wire.enters.map(Into::into),
            source: wire.source,
            blocking: wire.blocking,
        })
        .collect()
}

pub(super) fn scopes_to_wire(scopes: &TiSlice<ScopeId, Scope>) -> Vec<ScopeWire<'_>> {
    scopes
        .iter()
        .map(|scope| ScopeWire {
            procedure: scope.procedure.as_str().into(),
            caller: scope.caller,
            enforce: scope.enforce,
        })
        .collect()
}

/// Activations; if none is listed but the structure has locations, they are of `main`.
pub(super) fn scopes_from_wire(
    wire: Vec<ScopeWire<'_>>,
    has_locations: bool,
) -> TiVec<ScopeId, Scope> {
    if wire.is_empty() && has_locations {
        return ti_vec![Scope { procedure: "main".to_owned(), caller: None, enforce: Ref::TRUE }];
    }
    wire.into_iter()
        .map(|wire| Scope {
            procedure: wire.procedure.into_owned(),
            caller: wire.caller,
            enforce: wire.enforce,
        })
        .collect()
}

/// The id of each location; of the first one, where a name stands twice.
pub(super) fn ids_by_name(locations: &TiSlice<LocId, Location>) -> HashMap<&str, LocId> {
    let mut ids = HashMap::with_capacity(locations.len());
    for (id, location) in locations.iter_enumerated() {
        ids.entry(location.name.as_str()).or_insert(id);
    }
    ids
}

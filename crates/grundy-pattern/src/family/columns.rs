//! Several heaps in binary: the number of ones in each column modulo a constant (Moore).

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Shape;

/// Rules by columns of ones.
pub struct Columns;

impl Family for Columns {
    fn name(&self) -> &'static str {
        "columns"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps < 2 {
            return vec![];
        }
        let tries = (3..=sample.heaps as i128).flat_map(|modulus| {
            [false, true].map(|misere| (Shape::Columns { modulus, misere }, 2 + u32::from(misere)))
        });
        tries.filter(|(shape, _)| super::holds(shape, sample, sample.fit)).collect()
    }
}

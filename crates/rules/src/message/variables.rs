//! Which arguments a text uses.

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};

/// The arguments that each message of a catalogue uses, in any of its variants.
pub(super) fn of(resource: &FluentResource) -> BTreeMap<String, BTreeSet<String>> {
    resource
        .entries()
        .filter_map(|entry| match entry {
            Entry::Message(message) => {
                let mut used = BTreeSet::new();
                if let Some(pattern) = &message.value {
                    in_pattern(pattern, &mut used);
                }
                Some((message.id.name.to_owned(), used))
            }
            _ => None,
        })
        .collect()
}

fn in_pattern(pattern: &Pattern<&str>, used: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, used);
        }
    }
}

fn in_expression(expression: &Expression<&str>, used: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => in_inline(inline, used),
        Expression::Select { selector, variants } => {
            in_inline(selector, used);
            for variant in variants {
                in_pattern(&variant.value, used);
            }
        }
    }
}

fn in_inline(inline: &InlineExpression<&str>, used: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            used.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => in_expression(expression, used),
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                in_inline(argument, used);
            }
        }
        InlineExpression::TermReference {
            arguments: Some(arguments),
            ..
        } => {
            for named in &arguments.named {
                in_inline(&named.value, used);
            }
        }
        _ => {}
    }
}

//! What the variables of a harness are in the words of the function that it calls: `p_object.next`
//! is `p->next` there.

/// A variable of a harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// What a pointer points to: its members or elements are inputs.
    PointedTo,
    /// Whether a pointer is null.
    IsNull,
}

/// What the variables of a harness stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarnessNames {
    /// Variables, each with its role and the pointer that it is about, in C.
    variables: Vec<(String, Role, String)>,
}

/// What a name of a harness stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This object.
    Object(String),
    /// Whether this pointer is null.
    IsNull(String),
}

impl HarnessNames {
    /// Notes what a variable is to a pointer, which is given by the harness's own names.
    pub(super) fn note(&mut self, variable: &str, role: Role, pointer: &str) {
        let pointer = match self.meaning(pointer) {
            Some(Meaning::Object(pointer)) => pointer,
            Some(Meaning::IsNull(_)) | None => pointer.to_owned(),
        };
        self.variables.push((variable.to_owned(), role, pointer));
    }

    /// What an object of the harness is to the function; `None` if it has the same name there.
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        self.variables.iter().find_map(|(variable, role, pointer)| {
            let rest = name.strip_prefix(&variable[..])?;
            let object = match (role, rest.chars().next()) {
                (Role::IsNull, None) => return Some(Meaning::IsNull(pointer.clone())),
                (Role::PointedTo, None) => format!("*{pointer}"),
                (Role::PointedTo, Some('.')) => format!("{pointer}->{}", &rest[1..]),
                (Role::PointedTo, Some('[')) => format!("{pointer}{rest}"),
                _ => return None,
            };
            Some(Meaning::Object(object))
        })
    }

    /// Whether an object is reached through a pointer.
    pub fn is_behind(object: &str, pointer: &str) -> bool {
        let direct = object.strip_prefix('*').is_some_and(|rest| rest == pointer);
        let rest = object.strip_prefix(pointer);
        direct || rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with('['))
    }
}

#[cfg(test)]
mod tests {
    use super::{HarnessNames, Meaning, Role};

    #[test]
    fn names_are_those_of_the_function() {
        let mut names = HarnessNames::default();
        names.note("p_object", Role::PointedTo, "p");
        names.note("p_next_object", Role::PointedTo, "p_object.next");
        names.note("p_next_is_null", Role::IsNull, "p_object.next");
        let object = |name: &str| match names.meaning(name) {
            Some(Meaning::Object(object)) => object,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(object("p_object"), "*p");
        assert_eq!(object("p_object[2].x"), "p[2].x");
        assert_eq!(object("p_next_object.y"), "p->next->y");
        let null = names.meaning("p_next_is_null");
        assert_eq!(null, Some(Meaning::IsNull("p->next".to_owned())));
        assert_eq!(names.meaning("p_objects"), None);
        assert!(HarnessNames::is_behind("p->next->y", "p->next"));
        assert!(!HarnessNames::is_behind("p->next", "p->next"));
        assert!(!HarnessNames::is_behind("p->next2", "p->next"));
    }
}

//! The grammar of conditions, by recursive descent; expressions are typed as they are read.

use belnap_ir::c_tokens::{Kind, Token, tokens};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::ScopeId;
use belnap_ir::span::Span;
use belnap_ir::types::{IntType, Type};

use super::c_type::{self, CType};
use super::names::Names;
use super::typing::{Operand, Typed, Typing, Value};

/// Deepest nesting: parentheses and brackets count twice, casts, signs and branches once. What is
/// printed has at most one of each per level.
const MAX_NESTING: usize = 4 * Expr::MAX_DEPTH;

pub(super) struct Parser<'n, 'a, 't> {
    pub names: &'n Names<'a>,
    pub typing: Typing,
    pub scope: Option<ScopeId>,
    tokens: Vec<Token<'t>>,
    at: usize,
    nesting: usize,
    /// How many functions that copy their argument are around.
    pub copying: usize,
    /// Whether a name must be certain to mean what it is read as.
    pub certain: bool,
}

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Arithmetic(BinaryOp),
    Compare(CompareOp),
}

/// The operator written `text`, and how tightly it binds.
fn infix(text: &str) -> Option<(Infix, u8)> {
    use Infix::{And, Arithmetic, Compare, Or};
    Some(match text {
        "||" => (Or, 1),
        "&&" => (And, 2),
        "|" => (Arithmetic(BinaryOp::BitOr), 3),
        "^" => (Arithmetic(BinaryOp::BitXor), 4),
        "&" => (Arithmetic(BinaryOp::BitAnd), 5),
        "==" => (Compare(CompareOp::Eq), 6),
        "!=" => (Compare(CompareOp::Ne), 6),
        "<" => (Compare(CompareOp::Lt), 7),
        "<=" => (Compare(CompareOp::Le), 7),
        ">" => (Compare(CompareOp::Gt), 7),
        ">=" => (Compare(CompareOp::Ge), 7),
        "<<" => (Arithmetic(BinaryOp::Shl), 8),
        ">>" => (Arithmetic(BinaryOp::Shr), 8),
        "+" => (Arithmetic(BinaryOp::Add), 9),
        "-" => (Arithmetic(BinaryOp::Sub), 9),
        "*" => (Arithmetic(BinaryOp::Mul), 10),
        "/" => (Arithmetic(BinaryOp::Div), 10),
        "%" => (Arithmetic(BinaryOp::Rem), 10),
        _ => return None,
    })
}

const LOOSEST: u8 = 1;

impl<'n, 'a, 't> Parser<'n, 'a, 't> {
    pub(super) fn new(names: &'n Names<'a>, text: &'t str, scope: Option<ScopeId>) -> Self {
        let typing = Typing::new(names.cfg.machine);
        let tokens = tokens(text);
        Parser { names, typing, scope, tokens, at: 0, nesting: 0, copying: 0, certain: false }
    }

    /// The whole text as a condition.
    pub(super) fn condition(mut self) -> Result<Typed, Diagnostic> {
        let operand = self.expression()?;
        if self.peek().kind != Kind::End {
            return Err(self.refuse_misplaced());
        }
        let span = operand.span;
        let truth = self.typing.truth(operand)?;
        self.shallow(&truth, span)?;
        Ok(truth)
    }

    pub(super) fn peek(&self) -> Token<'t> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Token<'t> {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub(super) fn rest(&self) -> &[Token<'t>] {
        &self.tokens[self.at..]
    }

    /// Goes past this many tokens, of which none is the end.
    pub(super) fn skip(&mut self, count: usize) -> Span {
        let first = self.peek().span;
        self.at += count;
        Span::new(first.start, self.tokens[self.at - 1].span.end)
    }

    /// Where the last token that was read ends.
    pub(super) fn previous_end(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].span.end
    }

    /// Goes past a sign if it comes next.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let next = self.peek();
        let found = next.kind == Kind::Sign && next.text == sign;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.eat(sign) {
            return Ok(());
        }
        if infix(self.peek().text).is_none() && self.peek().kind == Kind::Sign {
            return Err(self.refuse_misplaced());
        }
        let found = self.describe_found();
        Err(self.wrong(format!("expected `{sign}`, found {found}")))
    }

    fn describe_found(&self) -> String {
        match self.peek().kind {
            Kind::End => "the end of the condition".to_owned(),
            _ => format!("`{}`", self.peek().text),
        }
    }

    /// A syntax error at the next token.
    pub(super) fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at("preds-syntax", self.peek().span, message)
    }

    /// A token where an operator or the end should be.
    fn refuse_misplaced(&self) -> Diagnostic {
        let Token { text, span, kind } = self.peek();
        let side_effect = |what: &str| Diagnostic::at("preds-side-effect", span, what.to_owned());
        match text {
            "=" => side_effect("a condition cannot assign").note("to compare, write `==`"),
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                side_effect("a condition cannot assign")
            }
            "++" | "--" => side_effect("a condition cannot change a variable"),
            "," => self.wrong("a condition is one expression; there is no comma operator"),
            "::" | "#" => {
                let message = "no variable has this name";
                Diagnostic::at("preds-name", span, message)
            }
            _ if kind == Kind::End => self.wrong("the condition ends too early"),
            _ => self
                .wrong(format!("expected an operator or the end, found {}", self.describe_found())),
        }
    }

    /// Notes that something nested is read, until [`Self::leave`]. What recurses is kept in small
    /// functions, because their frames add up.
    fn enter(&mut self) -> Result<(), Diagnostic> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING { Err(too_deep(self.peek().span)) } else { Ok(()) }
    }

    fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Refuses what graphs cannot hold.
    pub(super) fn shallow(&self, typed: &Typed, span: Span) -> Result<(), Diagnostic> {
        if typed.depth > Expr::MAX_DEPTH { Err(too_deep(span)) } else { Ok(()) }
    }

    /// An expression inside of parentheses or brackets.
    pub(super) fn inside(&mut self) -> Result<Operand, Diagnostic> {
        self.enter()?;
        let operand = self.expression();
        self.leave();
        operand
    }

    /// An expression: `a ? b : c`, or anything that binds more tightly.
    fn expression(&mut self) -> Result<Operand, Diagnostic> {
        self.enter()?;
        let mut operand = self.infix(LOOSEST);
        if operand.is_ok() && self.eat("?") {
            operand = operand.and_then(|condition| self.choice(condition));
        }
        self.leave();
        operand
    }

    /// What follows `condition ?`.
    fn choice(&mut self, condition: Operand) -> Result<Operand, Diagnostic> {
        let start = condition.span.start;
        let condition = self.typing.truth(condition)?;
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        let span = Span::new(start, otherwise.span.end);
        let pointee = then.pointee.clone().or_else(|| otherwise.pointee.clone());
        let value = self.typing.choice(condition, then, otherwise)?;
        self.finish(value, pointee, span)
    }

    /// Operators that bind at least as tightly as `least`.
    fn infix(&mut self, least: u8) -> Result<Operand, Diagnostic> {
        let mut left = self.unary()?;
        while let Some((operator, strength)) = self.next_infix()
            && strength >= least
        {
            left = self.join(operator, strength, left)?;
        }
        Ok(left)
    }

    fn next_infix(&self) -> Option<(Infix, u8)> {
        let next = self.peek();
        Some(next.text).filter(|_| next.kind == Kind::Sign).and_then(infix)
    }

    /// An operator, which comes next, and its right operand.
    fn join(
        &mut self,
        operator: Infix,
        strength: u8,
        left: Operand,
    ) -> Result<Operand, Diagnostic> {
        match operator {
            Infix::And | Infix::Or => self.list(operator, strength, left),
            Infix::Compare(op) => {
                let right = self.right(strength)?;
                self.compare(op, left, right)
            }
            Infix::Arithmetic(op) => {
                let right = self.right(strength)?;
                self.arithmetic(op, left, right)
            }
        }
    }

    /// The right operand of an operator, which comes next.
    fn right(&mut self, strength: u8) -> Result<Operand, Diagnostic> {
        self.skip(1);
        self.infix(strength + 1)
    }

    fn compare(&self, op: CompareOp, left: Operand, right: Operand) -> Result<Operand, Diagnostic> {
        let span = Span::new(left.span.start, right.span.end);
        let typed = self.typing.compare(op, left, right)?;
        self.finish(Value::Plain(typed), None, span)
    }

    /// The operands of `&&` or `||` after the first.
    fn list(
        &mut self,
        operator: Infix,
        strength: u8,
        first: Operand,
    ) -> Result<Operand, Diagnostic> {
        let mut span = first.span;
        let mut operands = vec![self.typing.truth(first)?];
        while self.next_infix().is_some_and(|(_, next)| next == strength) {
            let next = self.right(strength)?;
            span.end = next.span.end;
            operands.push(self.typing.truth(next)?);
        }
        let depth = 1 + operands.iter().map(|operand| operand.depth).max().unwrap_or(0);
        let operands = operands.into_iter().map(|operand| operand.expr).collect();
        let is_or = matches!(operator, Infix::Or);
        let expr = if is_or { Expr::Or(operands) } else { Expr::And(operands) };
        let typed = Typed { expr, ty: Type::Bool, depth };
        self.finish(Value::Plain(typed), None, span)
    }

    fn arithmetic(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Operand, Diagnostic> {
        let span = Span::new(left.span.start, right.span.end);
        match (op, &left.pointee, &right.pointee) {
            (BinaryOp::Shl | BinaryOp::Shr, ..) => {
                let value = self.typing.shift(op, left, right)?;
                self.finish(value, None, span)
            }
            (BinaryOp::Add | BinaryOp::Sub, Some(_), None) => {
                self.moved_pointer(op, left, right, span)
            }
            (BinaryOp::Add, None, Some(_)) => self.moved_pointer(op, right, left, span),
            (BinaryOp::Sub, Some(_), Some(_)) => self.pointer_difference(left, right, span),
            _ => {
                let value = self.typing.binary(op, left, right)?;
                self.finish(value, None, span)
            }
        }
    }

    /// A value that is complete, unless it is too deep.
    pub(super) fn finish(
        &self,
        value: Value,
        pointee: Option<String>,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        if let Value::Plain(typed) = &value {
            self.shallow(typed, span)?;
        }
        Ok(Operand { value, pointee, span })
    }

    /// Operators before an operand, and casts.
    pub(super) fn unary(&mut self) -> Result<Operand, Diagnostic> {
        let token = self.peek();
        if token.kind != Kind::Sign || self.is_visible(0) {
            return self.postfix();
        }
        match token.text {
            "++" | "--" => Err(self.refuse_misplaced()),
            "&" => {
                self.skip(1);
                self.address_of(token.span.start)
            }
            "!" | "-" | "~" | "+" | "*" => self.parse_prefixed(token),
            "(" => match self.cast_type()? {
                Some(ty) => self.cast(token, ty),
                None => self.postfix(),
            },
            _ => self.postfix(),
        }
    }

    fn parse_prefixed(&mut self, sign: Token<'_>) -> Result<Operand, Diagnostic> {
        self.skip(1);
        let literal = self.peek().kind == Kind::Number;
        self.enter()?;
        let operand = self.unary()?;
        self.leave();
        let span = Span::new(sign.span.start, operand.span.end);
        match sign.text {
            "!" => {
                let typed = self.not(operand)?;
                self.finish(Value::Plain(typed), None, span)
            }
            "*" => {
                let zero = Operand::plain(Typed::constant(0, self.typing.int()), span);
                self.element(operand, zero, span)
            }
            text => self.signed(text, operand, literal, span),
        }
    }

    /// The operand of a cast.
    fn cast(&mut self, start: Token<'_>, ty: CType) -> Result<Operand, Diagnostic> {
        self.enter()?;
        let operand = self.unary()?;
        self.leave();
        let span = Span::new(start.span.start, operand.span.end);
        self.convert(ty, operand, span)
    }

    fn not(&self, operand: Operand) -> Result<Typed, Diagnostic> {
        let truth = |operand: &Operand| match &operand.value {
            Value::Plain(typed) => typed.ty == Type::Bool,
            Value::Wide(_) => false,
        };
        if truth(&operand) {
            let typed = self.typing.truth(operand)?;
            return Ok(Typed::node(Type::Bool, [typed], |[typed]| Expr::Not(Box::new(typed))));
        }
        let span = operand.span;
        let zero = Operand::plain(Typed::constant(0, self.typing.int()), span);
        self.typing.compare(CompareOp::Eq, operand, zero)
    }

    fn signed(
        &self,
        sign: &str,
        operand: Operand,
        literal: bool,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let value = match (sign, operand.value) {
            // The sign of a literal is part of the constant.
            ("-", Value::Plain(Typed { expr: Expr::Int(value, ty), .. }))
                if literal && self.typing.folds(value.wrapping_neg(), ty) =>
            {
                Value::Plain(Typed::constant(ty.wrap(value.wrapping_neg()), ty))
            }
            ("+", Value::Plain(typed)) => {
                let operand = Operand::plain(typed, operand.span);
                Value::Plain(self.typing.number(operand)?)
            }
            ("+", value) => value,
            (sign, value) => {
                let op = if sign == "-" { UnaryOp::Neg } else { UnaryOp::BitNot };
                self.typing.unary(op, Operand { value, pointee: None, span: operand.span })?
            }
        };
        self.finish(value, None, span)
    }

    fn convert(&self, ty: CType, operand: Operand, span: Span) -> Result<Operand, Diagnostic> {
        let (int, pointee) = match ty {
            CType::Int(int) => (int, None),
            CType::Bool => {
                let truth = self.typing.truth(operand)?;
                let operand = Operand::plain(truth, span);
                let typed = self.typing.cast(operand, IntType::unsigned(8))?;
                return self.finish(Value::Plain(typed), None, span);
            }
            CType::Pointer(pointee) => (self.typing.address(), Some(pointee)),
        };
        let typed = self.typing.cast(operand, int)?;
        self.finish(Value::Plain(typed), pointee, span)
    }

    /// The type in parentheses that comes next, if it is one; goes past it.
    fn cast_type(&mut self) -> Result<Option<CType>, Diagnostic> {
        let words: Vec<&str> = self.rest()[1..]
            .iter()
            .take_while(|token| token.kind == Kind::Word || token.text == "*")
            .map(|token| token.text)
            .collect();
        let closed = self.peek_at(1 + words.len()).text == ")";
        if !closed || words.is_empty() {
            return Ok(None);
        }
        let after = self.peek_at(2 + words.len());
        let starts_operand = match after.kind {
            Kind::Word | Kind::Number | Kind::Character | Kind::Text => true,
            Kind::Sign => matches!(after.text, "(" | "!" | "~"),
            Kind::End => false,
        };
        let sign = matches!(after.text, "-" | "+" | "*" | "&");
        let ty = c_type::parse(&words.join(" "), self.typing);
        let is_variable = words.len() == 1 && self.is_visible(1);
        match ty {
            Some(ty) if starts_operand || (sign && !is_variable) => {
                self.skip(2 + words.len());
                Ok(Some(ty))
            }
            None if starts_operand && !is_variable && c_type::looks_like_type(&words) => {
                let span =
                    Span::new(self.peek_at(1).span.start, self.peek_at(words.len()).span.end);
                let message = format!("`{}` is not a type of a number", words.join(" "));
                Err(Diagnostic::at("preds-syntax", span, message).note(
                    "casts know the basic types of C, pointers to them, and i8, u32 and so on; \
                           not typedef names, structs and enumerations",
                ))
            }
            _ => Ok(None),
        }
    }
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("the condition is nested more than {} deep", Expr::MAX_DEPTH);
    Diagnostic::at("preds-nesting", span, message)
}

//! How esbuild's service is spoken to: packets of values over its standard streams.
//!
//! A packet is its length (4 bytes), a number (4 bytes: a count of requests, twice, and 1 in its lowest bit for an answer) and one
//! value. A value is a byte for its kind, then what it holds; numbers and lengths take 4 bytes, the lowest first. The first packet
//! that comes is none: it holds the service's version as text.

use std::io::{self, ErrorKind, Read};

/// What packets hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    None,
    Bool(bool),
    Number(u32),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// A request, or the answer to one.
#[derive(Debug, PartialEq, Eq)]
pub struct Packet {
    /// The request's number, which its answer has too. Each side counts its own.
    pub number: u32,
    pub is_answer: bool,
    pub value: Value,
}

/// A packet of more bytes is none.
const MOST_BYTES: usize = 1 << 30;
/// Values within values to this depth; what esbuild says needs six.
const MOST_DEEP: usize = 32;

impl Value {
    /// A map of these.
    pub fn map<const N: usize>(fields: [(&str, Value); N]) -> Self {
        Self::Map(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// What a map has under a name; nothing where there is none, or it is no map.
    pub fn get(&self, name: &str) -> &Value {
        let Self::Map(fields) = self else { return &Value::None };
        fields.iter().find(|(key, _)| key == name).map_or(&Value::None, |(_, value)| value)
    }

    /// The same, taken out.
    pub fn take(&mut self, name: &str) -> Self {
        let Self::Map(fields) = self else { return Self::None };
        let field = fields.iter_mut().find(|(key, _)| key == name);
        field.map_or(Self::None, |(_, value)| std::mem::replace(value, Self::None))
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_number(&self) -> Option<u32> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    pub fn as_list(&self) -> Option<&[Value]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    pub fn into_bytes(self) -> Option<Vec<u8>> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    pub fn into_list(self) -> Vec<Self> {
        if let Self::List(list) = self { list } else { Vec::new() }
    }

    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::None => to.push(0),
            Self::Bool(value) => to.extend([1, u8::from(*value)]),
            Self::Number(number) => {
                to.push(2);
                to.extend(number.to_le_bytes());
            }
            Self::Text(text) => {
                to.push(3);
                write_bytes(text.as_bytes(), to);
            }
            Self::Bytes(bytes) => {
                to.push(4);
                write_bytes(bytes, to);
            }
            Self::List(values) => {
                to.push(5);
                write_length(values.len(), to);
                values.iter().for_each(|value| value.write(to));
            }
            Self::Map(fields) => {
                to.push(6);
                write_length(fields.len(), to);
                for (key, value) in fields {
                    write_bytes(key.as_bytes(), to);
                    value.write(to);
                }
            }
        }
    }
}

fn write_length(length: usize, to: &mut Vec<u8>) {
    to.extend(u32::try_from(length).expect("what is asked of esbuild has no 4 GB").to_le_bytes());
}

fn write_bytes(bytes: &[u8], to: &mut Vec<u8>) {
    write_length(bytes.len(), to);
    to.extend(bytes);
}

impl Packet {
    /// Its bytes, length included.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend((self.number << 1 | u32::from(self.is_answer)).to_le_bytes());
        self.value.write(&mut bytes);
        let length = u32::try_from(bytes.len() - 4).expect("what is asked of esbuild has no 4 GB");
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    /// The packet of these bytes, length excluded; none if they are no packet.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = Rest(bytes);
        let number = rest.number()?;
        let value = rest.value(MOST_DEEP)?;
        rest.0.is_empty().then_some(Self { number: number >> 1, is_answer: number & 1 == 1, value })
    }
}

/// The bytes of the next packet, length excluded; none where the stream ends between two.
///
/// # Errors
/// It can't be read, ends within a packet, or gives a length that no packet has.
pub fn receive(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let begun = loop {
        match from.read(&mut length) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            begun => break begun?,
        }
    };
    if begun == 0 {
        return Ok(None);
    }
    from.read_exact(&mut length[begun..])?;
    let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > MOST_BYTES {
        return Err(ErrorKind::InvalidData.into());
    }
    // Room is made as bytes come: a length says nothing of how many there are.
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(Some(bytes)) }
}

/// What of a packet is not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(usize::try_from(length).ok()?)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let inner = depth.checked_sub(1)?;
        Some(match self.take(1)? {
            [0] => Value::None,
            [1] => Value::Bool(self.take(1)? != [0]),
            [2] => Value::Number(self.number()?),
            [3] => Value::Text(self.text()?),
            [4] => Value::Bytes(self.bytes()?.to_vec()),
            [5] => Value::List((0..self.number()?).map(|_| self.value(inner)).collect::<Option<_>>()?),
            [6] => Value::Map(
                (0..self.number()?).map(|_| Some((self.text()?, self.value(inner)?))).collect::<Option<_>>()?,
            ),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Packet, Value, receive};

    #[test]
    fn packets_are_written_as_the_service_reads_them() {
        let check = |value: Value, expected: &[u8]| {
            let packet = Packet { number: 3, is_answer: true, value };
            let length = u8::try_from(expected.len() + 4).expect("a short packet");
            assert_eq!(packet.encode(), [&[length, 0, 0, 0, 7, 0, 0, 0], expected].concat(), "{packet:?}");
        };
        check(Value::None, &[0]);
        check(Value::Bool(true), &[1, 1]);
        check(Value::Number(258), &[2, 2, 1, 0, 0]);
        check(Value::text("ä"), &[3, 2, 0, 0, 0, 0xc3, 0xa4]);
        check(Value::Bytes(vec![9]), &[4, 1, 0, 0, 0, 9]);
        check(Value::List(vec![Value::None]), &[5, 1, 0, 0, 0, 0]);
        check(Value::map([("a", Value::None)]), &[6, 1, 0, 0, 0, 1, 0, 0, 0, b'a', 0]);
    }

    #[test]
    fn what_is_no_packet_is_told_from_one() {
        let check = |bytes: &[u8]| assert_eq!(Packet::decode(bytes), None, "{bytes:?}");
        check(&[]);
        check(&[0, 0, 0, 0]);
        check(&[0, 0, 0, 0, 7]);
        check(&[0, 0, 0, 0, 0, 0]);
        check(&[0, 0, 0, 0, 3, 1, 0, 0, 0, 0xff]);
        check(&[0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff]);
        check(&[0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff]);
        // Lists within lists, without an end.
        check(&[&[0; 4][..], &[5, 1, 0, 0, 0].repeat(100_000)].concat());
    }

    #[test]
    fn streams_end_between_packets() {
        let check = |mut bytes: &[u8], expected: &str| {
            assert_eq!(format!("{:?}", receive(&mut bytes).map_err(|error| error.kind())), expected);
        };
        check(&[], "Ok(None)");
        check(&[1, 0], "Err(UnexpectedEof)");
        check(&[2, 0, 0, 0, 1], "Err(UnexpectedEof)");
        check(&[1, 0, 0, 0, 7, 8], "Ok(Some([7]))");
        check(b"esbuild: not found", "Err(InvalidData)");
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::None),
            any::<bool>().prop_map(Value::Bool),
            any::<u32>().prop_map(Value::Number),
            any::<String>().prop_map(Value::Text),
            any::<Vec<u8>>().prop_map(Value::Bytes),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
                prop::collection::vec((any::<String>(), inner), 0..4).prop_map(Value::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in any_value(), number in 0_u32..1 << 31, is_answer: bool) {
            let packet = Packet { number, is_answer, value };
            let bytes = packet.encode();
            let received = receive(&mut &*bytes).expect("a whole packet").expect("a packet");
            prop_assert_eq!(Packet::decode(&received), Some(packet));
            for cut in 0..received.len() {
                prop_assert_eq!(Packet::decode(&received[..cut]), None);
            }
        }

        #[test]
        fn nonsense_ends(bytes: Vec<u8>) {
            if let Some(packet) = Packet::decode(&bytes) {
                prop_assert!(packet.encode().len() <= bytes.len() + 4);
            }
            while let Ok(Some(_)) = receive(&mut &bytes[..0]) {}
            drop(receive(&mut &*bytes));
        }
    }
}

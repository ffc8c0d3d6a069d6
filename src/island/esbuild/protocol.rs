//! The protocol of esbuild's service: packets that are sent over its standard streams, each with one value.
//!
//! - A packet is a length (4 bytes), an id (4 bytes) and one value. The id is the request's number shifted left by one
//!   bit; its lowest bit is 1 in a response.
//! - A value is one byte for its type, followed by its content. Numbers and lengths take 4 bytes, little-endian.
//! - The first packet from the service is different: after the length, it holds the service's version as text.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PacketValue {
    None,
    Bool(bool),
    Number(u32),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<PacketValue>),
    Map(BTreeMap<String, PacketValue>),
}

/// A request or a response.
#[derive(Debug, PartialEq, Eq)]
pub struct Packet {
    /// The request's number, which the response repeats. Each side numbers its own requests.
    pub number: u32,
    pub is_response: bool,
    pub value: PacketValue,
}

/// The size of the longest packet that is accepted: esbuild never sends a longer one.
const MAX_PACKET_BYTES: usize = 1 << 30;
/// The number of levels to which values may be nested. esbuild's responses have six.
const MAX_DEPTH: usize = 32;

impl PacketValue {
    pub fn map<const N: usize>(fields: [(&str, PacketValue); N]) -> Self {
        Self::Map(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Returns a field of a map; [`PacketValue::None`] if there is no such field, or if this is not a map.
    pub fn get(&self, name: &str) -> &PacketValue {
        let Self::Map(fields) = self else { return &PacketValue::None };
        fields.get(name).unwrap_or(&PacketValue::None)
    }

    /// Removes a field of a map, and returns it like [`Self::get`].
    pub fn take_field(&mut self, name: &str) -> Self {
        let Self::Map(fields) = self else { return Self::None };
        fields.remove(name).unwrap_or(Self::None)
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_number(&self) -> Option<u32> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// Returns the items of a list; an empty slice for any other value.
    pub fn as_list(&self) -> &[PacketValue] {
        if let Self::List(list) = self { list } else { &[] }
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
    to.extend(u32::try_from(length).expect("requests are smaller than 4 GB").to_le_bytes());
}

/// Appends a length and that many bytes.
fn write_bytes(bytes: &[u8], to: &mut Vec<u8>) {
    write_length(bytes.len(), to);
    to.extend(bytes);
}

impl Packet {
    /// Encodes the packet, with its length first.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = (self.number << 1 | u32::from(self.is_response)).to_le_bytes().to_vec();
        self.value.write(&mut content);
        let mut bytes = Vec::with_capacity(4 + content.len());
        write_bytes(&content, &mut bytes);
        bytes
    }

    /// Decodes a packet from its bytes after the length; `None` if they are malformed.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = Decoder(bytes);
        let number = rest.read_number()?;
        let value = rest.read_value(MAX_DEPTH)?;
        rest.0.is_empty().then_some(Self { number: number >> 1, is_response: number & 1 == 1, value })
    }
}

/// Reads the bytes of the next packet after its length.
///
/// # Errors
/// Fails if reading fails, if the stream ends, or if the length is too great.
pub fn receive(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > MAX_PACKET_BYTES {
        return Err(ErrorKind::InvalidData.into());
    }
    // The buffer is not allocated in advance but grows as bytes arrive, because the length may be wrong.
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

/// The bytes of a packet that are not decoded yet.
struct Decoder<'a>(&'a [u8]);

impl<'a> Decoder<'a> {
    fn take_bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn read_number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    /// Reads a length and that many bytes.
    fn read_bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.read_number()?;
        self.take_bytes(usize::try_from(length).ok()?)
    }

    /// Reads a text. Invalid UTF-8 is replaced, since esbuild quotes lines of source files unchanged.
    fn read_text(&mut self) -> Option<String> {
        Some(String::from_utf8_lossy(self.read_bytes()?).into_owned())
    }

    /// Reads a value that is nested at most `depth` levels deep.
    fn read_value(&mut self, depth: usize) -> Option<PacketValue> {
        let inner = depth.checked_sub(1)?;
        Some(match self.take_bytes(1)? {
            [0] => PacketValue::None,
            [1] => PacketValue::Bool(self.take_bytes(1)? != [0]),
            [2] => PacketValue::Number(self.read_number()?),
            [3] => PacketValue::Text(self.read_text()?),
            [4] => PacketValue::Bytes(self.read_bytes()?.to_vec()),
            [5] => PacketValue::List((0..self.read_number()?).map(|_| self.read_value(inner)).collect::<Option<_>>()?),
            [6] => PacketValue::Map(
                (0..self.read_number()?)
                    .map(|_| Some((self.read_text()?, self.read_value(inner)?)))
                    .collect::<Option<_>>()?,
            ),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Packet, PacketValue, receive};

    #[test]
    fn packets_are_encoded_as_the_service_reads_them() {
        let check = |value: PacketValue, expected: &[u8]| {
            let packet = Packet { number: 3, is_response: true, value };
            let length = u8::try_from(expected.len() + 4).expect("a short packet");
            assert_eq!(packet.encode(), [&[length, 0, 0, 0, 7, 0, 0, 0], expected].concat(), "{packet:?}");
        };
        check(PacketValue::None, &[0]);
        check(PacketValue::Bool(true), &[1, 1]);
        check(PacketValue::Number(258), &[2, 2, 1, 0, 0]);
        check(PacketValue::text("ä"), &[3, 2, 0, 0, 0, 0xc3, 0xa4]);
        check(PacketValue::Bytes(vec![9]), &[4, 1, 0, 0, 0, 9]);
        check(PacketValue::List(vec![PacketValue::None]), &[5, 1, 0, 0, 0, 0]);
        check(PacketValue::map([("a", PacketValue::None)]), &[6, 1, 0, 0, 0, 1, 0, 0, 0, b'a', 0]);
    }

    #[test]
    fn malformed_packets_are_rejected() {
        let check = |bytes: &[u8]| assert_eq!(Packet::decode(bytes), None, "{bytes:?}");
        check(&[]);
        check(&[0, 0, 0, 0]);
        check(&[0, 0, 0, 0, 7]);
        check(&[0, 0, 0, 0, 0, 0]);
        check(&[0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff]);
        check(&[0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff]);
        // Deeply nested lists.
        check(&[&[0; 4][..], &[5, 1, 0, 0, 0].repeat(100_000)].concat());
    }

    #[test]
    fn invalid_utf8_in_texts_is_replaced() {
        let packet = Packet::decode(&[0, 0, 0, 0, 3, 2, 0, 0, 0, b'a', 0xff]);
        assert_eq!(packet.map(|packet| packet.value), Some(PacketValue::text("a\u{fffd}")));
    }

    #[test]
    fn incomplete_and_impossible_packets_are_errors() {
        let check = |mut bytes: &[u8], expected: &str| {
            assert_eq!(format!("{:?}", receive(&mut bytes).map_err(|error| error.kind())), expected);
        };
        check(&[], "Err(UnexpectedEof)");
        check(&[1, 0], "Err(UnexpectedEof)");
        check(&[2, 0, 0, 0, 1], "Err(UnexpectedEof)");
        check(&[1, 0, 0, 0, 7, 8], "Ok([7])");
        check(b"esbuild: not found", "Err(InvalidData)");
    }

    fn any_value() -> impl Strategy<Value = PacketValue> {
        let leaf = prop_oneof![
            Just(PacketValue::None),
            any::<bool>().prop_map(PacketValue::Bool),
            any::<u32>().prop_map(PacketValue::Number),
            any::<String>().prop_map(PacketValue::Text),
            any::<Vec<u8>>().prop_map(PacketValue::Bytes),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(PacketValue::List),
                prop::collection::btree_map(any::<String>(), inner, 0..4).prop_map(PacketValue::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn encoded_packets_are_decoded_again(value in any_value(), number in 0_u32..1 << 31, is_response: bool) {
            let packet = Packet { number, is_response, value };
            let bytes = packet.encode();
            let received = receive(&mut &*bytes).expect("a whole packet");
            prop_assert_eq!(Packet::decode(&received), Some(packet));
            for cut in 0..received.len() {
                prop_assert_eq!(Packet::decode(&received[..cut]), None);
            }
        }

        #[test]
        fn random_bytes_are_decoded_or_rejected(bytes: Vec<u8>) {
            if let Some(packet) = Packet::decode(&bytes) {
                // Invalid UTF-8 grows when it is replaced.
                prop_assert!(packet.encode().len() <= 3 * bytes.len() + 4);
            }
            drop(receive(&mut &*bytes));
        }
    }
}

// Package rangecoder stores numbers in two streams: decisions, by an adaptive binary range coder, each with a probability
// that follows its earlier outcomes; and plain bits. The length of a number in bits is coded by decisions, the bits below
// its highest one are plain. Logs have it from codec 4 on: recorder/FORMAT.md, section 5.10, defines the arithmetic, and what
// is coded here stays as it is.
//
// Prob is the probability of a decision, Lengths those of the numbers of one kind. An Encoder makes the streams, a Decoder
// reads them, and a Coder is one of the two, for what goes through the same numbers in both directions.
package rangecoder

// Package wording has what messages and text tables are made of: figures with their decimals and units, columns that align,
// texts that fit on a line, and the name that was probably meant. It stands above no other package; all that print for
// people stand above it.
package wording

// Package parts stores bytes in pieces that say how long they are: a part is bytes as they are or compressed, planes are the
// eight bytes of many numbers, each compressed by itself, and Shuffled stands for numbers byte by byte. What it reads may be
// hostile: it says how many bytes a piece makes before it makes them. recorder/FORMAT.md defines all of it.
package parts

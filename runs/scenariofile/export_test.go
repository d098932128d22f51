package scenariofile

// What tests need besides the surface.
const (
	MaxHistoryRows = maxHistoryRows
	MaxHistorySize = maxHistorySize
	MostBadCells   = mostBadCells
)

var (
	Facing        = facing
	LexicalPlace  = lexicalPlace
	ParseWith     = parseWith
	SetParameters = setParameters
)

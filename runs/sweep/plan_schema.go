package sweep

import _ "embed"

// PlanSchema is the JSON Schema (draft 2020-12) of a plan. It accepts everything that ReadPlan accepts.
//
//go:embed plan_schema.json
var PlanSchema []byte

package export

// eventSchema is the JSON Schema of an EventLine, without references, which Foxglove does not follow everywhere.
const eventSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "` + EventSchema + `",
  "description": "An event. Vectors are in world coordinates, SI.",
  "type": "object",
  "required": ["schema", "step", "time", "kind", "a"],
  "additionalProperties": false,
  "properties": {
    "schema": {"const": "` + EventSchema + `"},
    "step": {"type": "integer", "minimum": 0, "description": "the step that it is in"},
    "time": {"type": "number", "description": "s"},
    "kind": {"type": "string", "description": "impact, contact begin, …"},
    "a": {"type": "string", "description": "name of an object, empty for none"},
    "b": {"type": "string", "description": "name of another object"},
    "detail": {"type": "string"},
    "normal": ` + vectorSchema + `"of an impact, from a to b"},
    "closing": {"type": "number", "description": "closing speed of an impact [m/s]"},
    "force": ` + vectorSchema + `"on a, of what broke by it [N]"},
    "impulse": ` + vectorSchema + `"on a [N s]"},
    "energy_lost": {"type": "number", "description": "J"},
    "before": ` + twistsSchema + `"motion of a and b before the impulse"},
    "after": ` + twistsSchema + `"motion of a and b after the impulse"},
    "points": {
      "type": "array",
      "description": "contact points",
      "items": {
        "type": "object",
        "required": ["p", "impulse", "feature"],
        "additionalProperties": false,
        "properties": {
          "p": ` + vectorSchema + `"m"},
          "impulse": ` + vectorSchema + `"on a [N s]"},
          "feature": {"type": "integer", "minimum": 0, "description": "which corner, edge or face meets which"}
        }
      }
    }
  }
}`

// The beginnings of the schemas of a vector and of the velocities of two objects, to which a description belongs.
const (
	vectorSchema = `{"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3, "description": `
	twistsSchema = `{
      "type": "array", "minItems": 2, "maxItems": 2,
      "items": {
        "type": "object",
        "required": ["v", "w"],
        "additionalProperties": false,
        "properties": {
          "v": ` + vectorSchema + `"m/s"},
          "w": ` + vectorSchema + `"rad/s"}
        }
      },
      "description": `
)

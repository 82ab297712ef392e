"""Checks that a document is valid OpenAPI 3.1, and prints its errors."""

import json
import sys

import openapi_spec_validator

document = json.load(open(f"{sys.argv[1]}/openapi.json"))
for error in openapi_spec_validator.OpenAPIV31SpecValidator(document).iter_errors():
    print(error.message)

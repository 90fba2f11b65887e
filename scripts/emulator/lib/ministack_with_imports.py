"""Starts MiniStack with what it lacks of HTTP APIs: it ignores the property `Body`.

An import replaces all routes and integrations of an API by those of the OpenAPI document, as API Gateway does, and
refuses what API Gateway refuses. An integration that forwards to an API of AWS's address forwards to the emulator's.
"""

import os
import re
import sys

from ministack.app import main
from ministack.core.responses import new_uuid
from ministack.services import apigateway
from ministack.services.cloudformation import provisioners

ANY_METHOD = "x-amazon-apigateway-any-method"
INTEGRATION = "x-amazon-apigateway-integration"
# API Gateway answers "Redundant fields". It does so for tags of the template too; MiniStack adds those of the stack.
REDUNDANT = ("Name", "ProtocolType", "Description", "CorsConfiguration")


def integration_of(document, operation, path):
    """The integration that an operation refers to."""
    *_, name = operation[INTEGRATION]["$ref"].split("/")
    found = document["components"]["x-amazon-apigateway-integrations"].get(name)
    if found is None:
        raise ValueError(f"Unable to find the integration '{name}' of {path}")
    return name, found


def warnings_of(document):
    """What API Gateway warns of, as far as it is known."""
    for path, item in document["paths"].items():
        if not path.startswith("/"):
            yield f"Resource {path} should start with /"
        declared = {parameter["name"] for parameter in item.get("parameters", [])}
        for name in re.findall(r"{([^}]+)}", path):
            if name not in declared:
                yield f"paths.'{path}'. Declared path parameter {name} needs to be defined"
        for method, operation in item.items():
            if method != "parameters" and "responses" not in operation:
                yield f"paths.'{path}'({method}).responses is missing"


def routes_of(document):
    """Yields route keys with the names of their integrations and these."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            key = f"{'ANY' if method == ANY_METHOD else method.upper()} {path}"
            if operation.get("isDefaultRoute"):
                key = "$default"
            yield key, *integration_of(document, operation, path)


def import_body(api_id, props):
    """Replaces the routes and integrations of an API."""
    document = props.get("Body")
    if not document:
        return
    redundant = [name for name in REDUNDANT if props.get(name)]
    if redundant:
        raise ValueError(f"Redundant fields {redundant} provided when either Body or BodyS3Location is not empty")
    warnings = list(warnings_of(document))
    if warnings and props.get("FailOnWarnings"):
        raise ValueError(f"Warnings found during import: {warnings}")
    integrations, routes, ids = {}, {}, {}
    for key, name, integration in routes_of(document):
        if name not in ids:
            ids[name] = new_uuid()[:8]
            integrations[ids[name]] = {
                "integrationId": ids[name],
                **provisioners._apigw_v2_integration_props(
                    {
                        "IntegrationType": integration["type"].upper(),
                        "IntegrationUri": integration["uri"],
                        "PayloadFormatVersion": integration["payloadFormatVersion"],
                    }
                ),
            }
        route_id = new_uuid()[:8]
        properties = {"RouteKey": key, "Target": f"integrations/{ids[name]}"}
        routes[route_id] = {"routeId": route_id, **provisioners._apigw_v2_route_props(properties)}
    # Requests in between find a route with its integration.
    apigateway._integrations[api_id] = {**(apigateway._integrations.get(api_id) or {}), **integrations}
    apigateway._routes[api_id] = routes
    apigateway._integrations[api_id] = integrations
    apigateway._apis[api_id]["name"] = document["info"]["title"]


def importing(handlers):
    """The handlers of an API, with the import of its body."""
    create, update = handlers["create"], handlers["update"]

    def create_with_body(logical_id, props, stack_name):
        made = create(logical_id, props, stack_name)
        import_body(made[0], props)
        return made

    def update_with_body(physical_id, old_props, new_props, stack_name, logical_id=None):
        made = update(physical_id, old_props, new_props, stack_name, logical_id)
        import_body(made[0], new_props)
        return made

    return {**handlers, "create": create_with_body, "update": update_with_body}


def forwarding(handlers):
    """The handlers of an integration, with the emulator's address in place of that of API Gateway."""
    create, update = handlers["create"], handlers["update"]

    def here(props):
        match = re.fullmatch(r"https://(\w+)\.execute-api\..*/{proxy}", str(props.get("IntegrationUri", "")))
        if not match:
            return props
        # MiniStack appends the path of the request.
        uri = f"http://127.0.0.1:{os.environ['GATEWAY_PORT']}/_aws/execute-api/{match[1]}"
        return {**props, "IntegrationUri": uri}

    def create_here(logical_id, props, stack_name):
        return create(logical_id, here(props), stack_name)

    def update_here(physical_id, old_props, new_props, stack_name, logical_id=None):
        return update(physical_id, here(old_props), here(new_props), stack_name, logical_id)

    return {**handlers, "create": create_here, "update": update_here}


known = provisioners._RESOURCE_HANDLERS
known["AWS::ApiGatewayV2::Api"] = importing(known["AWS::ApiGatewayV2::Api"])
known["AWS::ApiGatewayV2::Integration"] = forwarding(known["AWS::ApiGatewayV2::Integration"])

if __name__ == "__main__":
    sys.exit(main())
